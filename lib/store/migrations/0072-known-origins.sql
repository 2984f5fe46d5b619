-- Devices and addresses from which a person signed in. From these the right password still works after strangers have used up the
-- account's attempts. `origin` is `device:<SHA-256 of its cookie>` or `address:<IPv4 address or IPv6 /64>`.
create table known_origins (
  user_id bigint not null references users on delete cascade,
  origin text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, origin)
);
create index known_origins_seen on known_origins (seen_at);

-- An IPv6 address becomes known at the next sign-in.
insert into known_origins (user_id, origin, seen_at)
select user_id, 'address:' || address, max(last_seen_at)
from sessions
where address is not null and address not like '%:%'
group by user_id, address;
