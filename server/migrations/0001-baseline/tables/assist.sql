create table "assistModels" (
  "id" text primary key,
  "status" text not null,
  "source" text not null,
  "revision" text,
  "files" text,
  "facts" text,
  "done" bigint not null,
  "total" bigint,
  "error" text,
  "jobId" text,
  "startedBy" text not null,
  "startedAt" text not null,
  "readyAt" text
);
