create table "tasks" (
  "id" text primary key,
  "name" text not null,
  "kind" text not null,
  "status" text not null,
  "reason" text not null,
  "progress" text not null,
  "image" text not null,
  "imageAddress" text not null,
  "framework" text not null,
  "command" text not null,
  "parameters" text not null,
  "dataKind" text not null,
  "dataId" text not null,
  "dataName" text not null,
  "dataOrder" text not null,
  "prepared" bigint not null,
  "executor" text not null,
  "pool" text not null,
  "priority" bigint not null,
  "acceleratorType" text not null,
  "acceleratorCount" bigint not null,
  "creator" text not null,
  "createdAt" text not null,
  "startedAt" text,
  "endedAt" text,
  "restartCount" bigint not null,
  "handle" text unique,
  "stopAccount" text,
  "stopAskedAt" text,
  "instances" text default '[{"role":"worker","count":1}]' not null,
  "mounts" text default '[]' not null,
  "environment" text default '{}' not null,
  "secretNames" text default '[]' not null,
  "restarts" text default '{"limit":0,"backoffSeconds":10}' not null,
  "timedOut" bigint default 0 not null,
  "cpu" double precision,
  "memoryBytes" bigint,
  "timeLimitSeconds" bigint,
  "seed" bigint,
  "modelSize" bigint,
  "outputTarget" text,
  "ownCommand" text,
  "secrets" text,
  "failure" text,
  "record" text,
  "retryOf" text,
  "modelId" text,
  "restartAt" text,
  "staleHandle" text,
  "acceleratorIndexes" text,
  "boardTaskId" text,
  "resumes" bigint default 0 not null,
  "imageCount" bigint,
  "headline" text
);
create index "tasksByAge" on "tasks" ("createdAt", "id");
create index "tasksByTurn" on "tasks" ("status", "pool", "priority", "createdAt");
create index "tasksByData" on "tasks" ("dataId", "status");
create index "tasksByPool" on "tasks" ("pool", "status", "endedAt");
create index "tasksByCreator" on "tasks" ("creator", "createdAt", "id");

create table "pools" (
  "id" text primary key,
  "name" text not null,
  "executor" text not null,
  "address" text,
  "cpu" double precision,
  "memoryBytes" bigint,
  "accelerators" text,
  "concurrency" bigint not null,
  "createdAt" text not null,
  "deletedAt" text
);

create table "trackingTokens" (
  "hash" text primary key,
  "taskId" text not null,
  "createdAt" text not null
);
create index "trackingTokensByTask" on "trackingTokens" ("taskId");

create table "trainingImages" (
  "id" text primary key,
  "name" text not null unique,
  "fields" text not null,
  "check" text,
  "createdAt" text not null
);

insert into "pools" ("id", "name", "executor", "concurrency", "createdAt")
values ('local', 'local', 'local', 1, '2026-01-01T00:00:00.000Z');
