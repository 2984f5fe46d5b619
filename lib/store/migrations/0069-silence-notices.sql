-- When a runner was first found silent, and when owners were told of it: once a silence.
alter table runners add column silence_noted_at timestamptz, add column silence_noticed_at timestamptz;
