create table "captionRuns" (
  "id" text primary key,
  "spaceId" text not null,
  "serviceId" text not null,
  "serviceName" text not null,
  "folder" text not null,
  "fileIds" text not null,
  "language" text not null,
  "prompt" text not null,
  "triggerWords" text not null,
  "overwrites" bigint not null,
  "status" text not null,
  "total" bigint not null,
  "done" bigint not null,
  "written" bigint not null,
  "failed" bigint not null,
  "error" text,
  "jobId" text not null,
  "startedBy" text not null,
  "createdAt" text not null,
  "endedAt" text
);
create index "captionRunsBySpace" on "captionRuns" ("spaceId", "createdAt");
