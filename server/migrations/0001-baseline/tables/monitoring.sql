create table "readingSeries" (
  "number" integer primary key autoincrement,
  "hostId" text not null,
  "name" text not null,
  constraint "readingSeriesName" unique ("hostId", "name")
);

create table "readings" (
  "series" integer not null,
  "tier" text not null,
  "start" bigint not null,
  "points" text not null,
  constraint "readingsKey" primary key ("series", "tier", "start")
);
create index "readingsByAge" on "readings" ("tier", "start");

create table "storageMeasurements" (
  "day" text primary key,
  "at" text not null,
  "took" bigint not null,
  "bytes" bigint not null,
  "categories" text not null,
  "rows" text
);

create table "cleanUps" (
  "id" text primary key,
  "state" text not null,
  "kinds" text not null,
  "startedBy" text not null,
  "startedAt" text not null,
  "endedAt" text,
  "files" bigint not null,
  "bytes" bigint not null,
  "error" text,
  "hold" text default 'none' not null,
  "heldFiles" bigint default 0 not null,
  "heldBytes" bigint default 0 not null,
  "heldUntil" text
);

create table "healthResults" (
  "id" text primary key,
  "state" text not null,
  "findings" text not null,
  "findingCount" bigint not null,
  "checkedAt" text not null,
  "took" bigint not null,
  "repairedAt" text,
  "repairedBy" text
);

create table "healthRuns" (
  "id" text primary key,
  "state" text not null,
  "checks" text not null,
  "repair" bigint not null,
  "done" bigint not null,
  "startedBy" text not null,
  "startedAt" text not null,
  "endedAt" text,
  "error" text
);

create table "alerts" (
  "id" text primary key,
  "rule" text not null,
  "severity" text not null,
  "objectKind" text not null,
  "objectId" text not null,
  "objectName" text not null,
  "startedAt" text not null,
  "endedAt" text,
  "value" double precision,
  "threshold" double precision,
  "acknowledgedBy" text,
  "acknowledgedAt" text,
  "notifiedAt" text
);
create unique index "alertsOpen" on "alerts" ("rule", "objectKind", "objectId") where "endedAt" is null;
create index "alertsByTime" on "alerts" ("startedAt", "id");

create table "alertSilences" (
  "id" text primary key,
  "rule" text,
  "objectKind" text,
  "objectId" text,
  "objectName" text,
  "until" text not null,
  "createdBy" text not null,
  "createdAt" text not null
);

create table "alertRules" (
  "rule" text primary key,
  "change" text not null
);

create table "alertDeliveries" (
  "id" text primary key,
  "alertId" text not null,
  "event" text not null,
  "channel" text not null,
  "serviceId" text not null,
  "serviceName" text not null,
  "state" text not null,
  "attempts" bigint not null,
  "nextAttemptAt" text,
  "error" text,
  "message" text not null,
  "createdAt" text not null,
  "endedAt" text
);
create index "alertDeliveriesDue" on "alertDeliveries" ("state", "nextAttemptAt");
create index "alertDeliveriesByTime" on "alertDeliveries" ("createdAt", "id");

create table "clockJumps" (
  "at" bigint primary key,
  "seconds" bigint not null
);

create table "contentCounters" (
  "key" text primary key,
  "bytes" bigint not null,
  "files" bigint not null
);
