-- The part of the health page has the name that its section of the runbook has.
update health_minutes set failing = array_replace(failing, 'telling', 'notifications') where 'telling' = any (failing);
update health_alerts set part = 'notifications' where part = 'telling';
