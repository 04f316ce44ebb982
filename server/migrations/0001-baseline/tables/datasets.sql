create table "datasets" (
  "id" text primary key,
  "reservedName" text not null unique,
  "description" text not null,
  "tags" text not null,
  "format" text not null,
  "type" text not null,
  "spaceId" text not null,
  "spaceName" text not null,
  "labelType" text not null,
  "modelName" text not null,
  "prompt" text not null,
  "status" text not null,
  "fileCount" bigint not null,
  "labeledCount" bigint not null,
  "annotationCount" bigint not null,
  "createdAt" text not null,
  "updatedAt" text not null,
  "guidelines" text default '' not null,
  "creator" text,
  "assignee" text,
  "assignedReviewer" text,
  "name" text default '' not null,
  "deletedAt" text,
  "deletedBy" text,
  "purging" integer default 0 not null
);
create index "datasetsByAge" on "datasets" ("createdAt", "id");
create index "datasetsBySpace" on "datasets" ("spaceId");
create index "datasetsInTrash" on "datasets" ("deletedAt", "id") where "deletedAt" is not null;

create table "datasetLabels" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "index" bigint not null,
  "name" text not null,
  "colour" text not null,
  "annotationCount" bigint not null,
  "imageCount" bigint default 0 not null,
  "shortcut" text,
  "attributes" text default '[]' not null,
  "place" bigint default 0 not null,
  "leavesTo" text,
  constraint "datasetLabelIndex" unique ("datasetId", "index"),
  constraint "datasetLabelName" unique ("datasetId", "name")
);

create table "datasetItems" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "fileId" text not null,
  "path" text not null,
  "place" text not null,
  "checksum" text not null,
  "width" bigint not null,
  "height" bigint not null,
  "status" text not null,
  "split" text not null,
  "annotationCount" bigint not null,
  "revision" bigint not null,
  "available" bigint not null,
  "updatedAt" text not null,
  "spaceId" text default '' not null,
  "number" bigint default 0 not null,
  "stamp" bigint default 0 not null,
  "tags" text default '[]' not null,
  "annotator" text,
  "annotatedAt" text,
  "reviewer" text,
  "note" text default '' not null,
  "labels" text default '' not null,
  "cells" text default '' not null,
  "findings" bigint default 0 not null,
  "duplicated" bigint default 0 not null,
  "counted" bigint default 1 not null,
  "score" double precision default -1 not null,
  "lineage" bigint default 0 not null,
  "assignee" text,
  "assignedReviewer" text,
  constraint "datasetItemPlace" unique ("datasetId", "place")
);
create index "datasetItemsByStatus" on "datasetItems" ("datasetId", "status", "place");
create index "datasetItemsByFile" on "datasetItems" ("fileId");
create index "datasetItemsBySpace" on "datasetItems" ("spaceId", "datasetId");
create index "datasetItemsByNumber" on "datasetItems" ("datasetId", "number");
create index "datasetItemsByStamp" on "datasetItems" ("datasetId", "stamp");
create index "datasetItemsByContent" on "datasetItems" ("datasetId", "checksum");
create index "datasetItemsUncounted" on "datasetItems" ("datasetId", "number") where "counted" = 0;
create index "datasetItemsDuplicated" on "datasetItems" ("datasetId", "checksum") where "duplicated" = 1;

create table "datasetAnnotations" (
  "itemId" text primary key references "datasetItems" ("id") on delete cascade,
  "shapes" text not null
);

create table "datasetItemLabels" (
  "itemId" text not null references "datasetItems" ("id") on delete cascade,
  "labelId" text not null,
  "count" bigint not null,
  constraint "datasetItemLabelKey" primary key ("itemId", "labelId")
);
create index "datasetItemLabelsByLabel" on "datasetItemLabels" ("labelId");

create table "datasetSnapshots" (
  "checksum" text primary key,
  "size" bigint not null,
  "createdAt" text not null
);

create table "datasetSources" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "spaceId" text not null,
  "spaceName" text not null,
  "selection" text not null,
  "status" text not null,
  "taken" bigint not null,
  "present" bigint not null,
  "notPictures" bigint not null,
  "broken" bigint not null,
  "startedBy" text,
  "createdAt" text not null,
  "endedAt" text,
  "withTruth" bigint default 0 not null,
  "labeled" bigint default 0 not null,
  "hevc" bigint default 0 not null,
  "expected" bigint
);
create index "datasetSourcesByAge" on "datasetSources" ("datasetId", "createdAt");

create table "datasetCounts" (
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "kind" text not null,
  "value" text not null,
  "images" bigint not null,
  "labels" bigint not null,
  primary key ("datasetId", "kind", "value")
) without rowid;

create table "datasetGeometry" (
  "datasetId" text primary key references "datasets" ("id") on delete cascade,
  "counts" text not null
);

create table "datasetWorkTimes" (
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "annotator" text not null,
  "seconds" bigint not null,
  constraint "datasetWorkTimeKey" primary key ("datasetId", "annotator")
);

create table "itemChanges" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "change" text not null,
  "startedBy" text not null,
  "createdAt" text not null
);
create index "itemChangesByAge" on "itemChanges" ("createdAt");
create index "itemChangesByDataset" on "itemChanges" ("datasetId");

create table "changedItems" (
  "changeId" text not null references "itemChanges" ("id") on delete cascade,
  "number" bigint not null,
  "itemId" text not null,
  "before" text,
  "after" text,
  constraint "changedItemKey" primary key ("changeId", "number")
);

create table "datasetVersions" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "number" bigint not null,
  "name" text not null,
  "description" text not null,
  "status" text not null,
  "images" bigint not null,
  "labeled" bigint not null,
  "labels" bigint not null,
  "annotations" bigint not null,
  "splits" text not null,
  "classes" text not null,
  "checksum" text not null,
  "size" bigint not null,
  "createdAt" text not null,
  "createdBy" text not null,
  "filter" text,
  "covers" text default '[]' not null,
  constraint "datasetVersionNumber" unique ("datasetId", "number")
);
create index "datasetVersionsByContent" on "datasetVersions" ("checksum");

create table "datasetVersionNumbers" (
  "datasetId" text primary key references "datasets" ("id") on delete cascade,
  "last" bigint not null
);

create table "datasetImportFiles" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "name" text not null,
  "checksum" text not null,
  "size" bigint not null,
  "createdAt" text not null
);
create index "datasetImportFilesByContent" on "datasetImportFiles" ("checksum");
create index "datasetImportFilesOfDataset" on "datasetImportFiles" ("datasetId");

create table "datasetImports" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "source" text not null,
  "name" text not null,
  "format" text not null,
  "found" text,
  "existing" text not null,
  "addImages" bigint not null,
  "mapping" text not null,
  "dryRun" bigint not null,
  "status" text not null,
  "findings" text not null,
  "done" text not null,
  "problemCount" bigint not null,
  "targets" text,
  "spaceId" text,
  "folder" text,
  "error" text,
  "startedBy" text,
  "createdAt" text not null,
  "endedAt" text,
  "annotator" text
);
create index "datasetImportsByAge" on "datasetImports" ("datasetId", "createdAt");
create index "datasetImportsByEnd" on "datasetImports" ("endedAt");

create table "datasetImportImages" (
  "importId" text not null references "datasetImports" ("id") on delete cascade,
  "number" bigint not null,
  "path" text not null,
  "stem" text not null,
  "width" double precision not null,
  "height" double precision not null,
  "split" text,
  "tags" text not null,
  "file" text,
  "isLabeled" bigint not null,
  "shapes" text not null,
  "shapeCount" bigint not null,
  "itemId" text,
  "sidecar" text,
  "folder" text default '' not null,
  constraint "datasetImportImageKey" primary key ("importId", "number")
);
create index "datasetImportImagesToMatch" on "datasetImportImages" ("importId", "stem") where "itemId" is null;
create index "datasetImportImagesByItem" on "datasetImportImages" ("importId", "itemId");
create index "datasetImportImagesByFile" on "datasetImportImages" ("importId", "file") where "file" is not null;

create table "datasetImportProblems" (
  "importId" text not null references "datasetImports" ("id") on delete cascade,
  "number" bigint not null,
  "file" text not null,
  "line" bigint,
  "reason" text not null,
  constraint "datasetImportProblemKey" primary key ("importId", "number")
);

create table "datasetExports" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "format" text not null,
  "layout" text,
  "withImages" bigint not null,
  "filter" text,
  "versionId" text,
  "status" text not null,
  "name" text not null,
  "images" bigint not null,
  "annotations" bigint not null,
  "unavailable" bigint not null,
  "unfit" bigint not null,
  "size" bigint not null,
  "labels" text,
  "labelsSize" bigint not null,
  "plan" text,
  "planSize" bigint not null,
  "entries" bigint not null,
  "error" text,
  "startedBy" text,
  "createdAt" text not null,
  "expiresAt" text not null
);
create index "datasetExportsByAge" on "datasetExports" ("datasetId", "createdAt");
create index "datasetExportsByEnd" on "datasetExports" ("expiresAt");
create index "datasetExportsByLabels" on "datasetExports" ("labels");
create index "datasetExportsByPlan" on "datasetExports" ("plan");

create table "datasetVersionDiffs" (
  "beforeId" text not null references "datasetVersions" ("id") on delete cascade,
  "afterId" text not null references "datasetVersions" ("id") on delete cascade,
  "images" text not null,
  "createdAt" text not null,
  constraint "datasetVersionDiffKey" primary key ("beforeId", "afterId")
);
create index "datasetVersionDiffsByAfter" on "datasetVersionDiffs" ("afterId");

create table "datasetVersionChanges" (
  "beforeId" text not null,
  "afterId" text not null,
  "change" text not null,
  "checksum" text not null,
  "size" bigint not null,
  constraint "datasetVersionChangeKey" primary key ("beforeId", "afterId", "change"),
  constraint "datasetVersionChangeDiff" foreign key ("beforeId", "afterId") references "datasetVersionDiffs" ("beforeId", "afterId") on delete cascade
);
create index "datasetVersionChangesByContent" on "datasetVersionChanges" ("checksum");

create table "datasetRolls" (
  "datasetId" text primary key references "datasets" ("id") on delete cascade,
  "file" text not null
);

create table "itemSets" (
  "id" text primary key,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "numbers" text not null,
  "createdAt" text not null
);
create index "itemSetsOfDataset" on "itemSets" ("datasetId");

create table "datasetRemovals" (
  "datasetId" text primary key references "datasets" ("id") on delete cascade,
  "number" bigint not null,
  "stamp" bigint not null
);

create table "notices" (
  "id" text primary key,
  "recipient" text not null,
  "kind" text not null,
  "datasetId" text not null references "datasets" ("id") on delete cascade,
  "images" integer,
  "itemId" text,
  "by" text not null,
  "note" text not null,
  "createdAt" text not null,
  "seenAt" text
);
create index "noticesByRecipient" on "notices" ("recipient", "createdAt");
create index "noticesByDataset" on "notices" ("datasetId");
