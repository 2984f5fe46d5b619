-- When owners were told that a runner doubts its own network, or that a region is quarantined: once an episode.
alter table runners add column doubt_noticed_at timestamptz;
alter table region_quarantines add column noticed_since timestamptz;
