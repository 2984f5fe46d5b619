-- The overview reads the few monitors, regions and certificates that need attention, never all of them.
create index region_states_attention on region_states (project_id, monitor_id) where silent or last_outcome <> 'up';
create index monitors_held on monitors (project_id) where held_by_window;
create index monitor_certificates_expiry on monitor_certificates (project_id, not_after);
