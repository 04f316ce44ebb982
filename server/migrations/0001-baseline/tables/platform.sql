create table "answers" (
  "accountId" text not null,
  "requestId" text not null,
  "endpoint" text not null,
  "answer" text not null,
  "createdAt" text not null,
  constraint "answersKey" primary key ("accountId", "requestId")
);
create index "answersByAge" on "answers" ("createdAt");

create table "jobs" (
  "id" text primary key,
  "kind" text not null,
  "key" text not null,
  "state" text not null,
  "payload" text not null,
  "resumePoint" text,
  "done" bigint default 0 not null,
  "total" bigint,
  "unit" text,
  "attempts" bigint default 0 not null,
  "error" text,
  "runAt" text not null,
  "leaseUntil" text,
  "createdAt" text not null,
  "updatedAt" text not null
);
create index "jobsByTurn" on "jobs" ("state", "kind", "runAt");
create unique index "jobsUnended" on "jobs" ("kind", "key") where "state" in ('queued', 'running');
create index "jobsByChange" on "jobs" ("updatedAt");

create table "auditEntries" (
  "id" text primary key,
  "createdAt" text not null,
  "account" text,
  "credential" text,
  "tokenName" text,
  "address" text not null,
  "action" text not null,
  "resource" text not null,
  "objects" text not null,
  "error" text,
  "requestId" text not null
);
create index "auditEntriesByTime" on "auditEntries" ("createdAt", "id");
create index "auditEntriesByAccount" on "auditEntries" ("account", "createdAt", "id");
create index "auditEntriesByResource" on "auditEntries" ("resource", "createdAt", "id");
