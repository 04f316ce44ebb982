create table "autoLabelRuns" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "labellerId" text not null,
  "labellerKind" text not null,
  "labellerName" text not null,
  "prompt" text not null,
  "mapping" text not null,
  "coordinates" text not null,
  "scope" text not null,
  "threshold" double precision not null,
  "status" text not null,
  "error" text,
  "images" bigint,
  "done" bigint not null,
  "suggested" bigint not null,
  "failed" bigint not null,
  "shapes" bigint not null,
  "overlapping" bigint not null,
  "roundId" text,
  "startedBy" text not null,
  "jobId" text not null,
  "createdAt" text not null,
  "startedAt" text,
  "endedAt" text,
  "undoneAt" text,
  "undoing" bigint not null
);
create index "autoLabelRunsOfDataset" on "autoLabelRuns" ("datasetId", "createdAt");

create table "autoLabelImages" (
  "runId" text not null references "autoLabelRuns" ("id") on delete cascade,
  "number" bigint not null,
  "itemId" text not null,
  "path" text not null,
  "state" text not null,
  "put" text,
  "previous" text,
  "withdrawn" text,
  "uncertainty" double precision not null,
  "usefulness" double precision not null,
  "error" text,
  constraint "autoLabelImagesKey" primary key ("runId", "number")
);
create index "autoLabelImageItems" on "autoLabelImages" ("itemId");
create index "autoLabelImageStates" on "autoLabelImages" ("runId", "state");

create table "learningRounds" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "number" bigint not null,
  "taskId" text not null,
  "taskName" text not null,
  "modelId" text,
  "runId" text,
  "labeled" bigint not null,
  "prompt" text not null,
  "status" text not null,
  "error" text,
  "metrics" text not null,
  "startedBy" text not null,
  "createdAt" text not null,
  "endedAt" text,
  "threshold" double precision
);
create unique index "learningRoundsOfDataset" on "learningRounds" ("datasetId", "number");
create index "learningRoundsOfTask" on "learningRounds" ("taskId");
