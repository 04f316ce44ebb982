create table "finishedUploads" (
  "id" text primary key,
  "fileId" text,
  "size" bigint not null,
  "finishedAt" text not null
);
create index "finishedUploadsByAge" on "finishedUploads" ("finishedAt");

create table "uploadBatches" (
  "id" text primary key,
  "owner" text not null,
  "spaceId" text not null,
  "spaceName" text not null,
  "state" text not null,
  "files" bigint not null,
  "bytes" bigint not null,
  "doneFiles" bigint not null,
  "doneBytes" bigint not null,
  "failedFiles" bigint not null,
  "startedAt" text not null,
  "updatedAt" text not null,
  "endedAt" text
);
create index "uploadBatchesByOwner" on "uploadBatches" ("owner", "updatedAt");

create table "folders" (
  "number" integer primary key autoincrement,
  "spaceId" text not null,
  "path" text not null,
  "parent" integer,
  "name" text not null,
  "sortKey" text not null,
  "fileCount" bigint not null,
  "totalSize" bigint not null,
  "allFiles" bigint not null,
  "allSize" bigint not null,
  "createdAt" text not null,
  "updatedAt" text not null
);
create unique index "foldersByPath" on "folders" ("spaceId", "path");
create index "foldersByParent" on "folders" ("parent", "sortKey", "number");

create table "files" (
  "number" integer primary key autoincrement,
  "id" text not null unique,
  "spaceId" text not null,
  "folder" integer not null,
  "path" text not null,
  "name" text not null,
  "sortKey" text not null,
  "size" bigint not null,
  "kind" text not null,
  "mediaType" text not null,
  "width" bigint,
  "height" bigint,
  "checksum" text,
  "broken" bigint not null,
  "examined" bigint not null,
  "tags" text not null,
  "score" double precision not null,
  "modifiedAt" bigint,
  "createdAt" text not null,
  "updatedAt" text not null
);
create unique index "filesByPath" on "files" ("spaceId", "path");
create index "filesToExamine" on "files" ("number") where "examined" = 0;
create index "filesInFolderByName" on "files" ("folder", "sortKey", "number");
create index "filesInSpaceByName" on "files" ("spaceId", "sortKey", "number");
create index "filesInFolderBySize" on "files" ("folder", "size", "number");
create index "filesInSpaceBySize" on "files" ("spaceId", "size", "number");
create index "filesInFolderByKind" on "files" ("folder", "kind", "number");
create index "filesInSpaceByKind" on "files" ("spaceId", "kind", "number");
create index "filesInFolderByChange" on "files" ("folder", "updatedAt", "number");
create index "filesInSpaceByChange" on "files" ("spaceId", "updatedAt", "number");
create index "filesInFolder" on "files" ("folder", "number");
create index "filesInSpace" on "files" ("spaceId", "number");
create index "filesByChecksum" on "files" ("checksum", "spaceId", "number");
create index "filesTagged" on "files" ("spaceId", "number") where "tags" <> '[]';
create index "filesBroken" on "files" ("spaceId", "number") where "broken" = 1;
create index "filesInFolderByScore" on "files" ("folder", "score", "number", "size");
create index "filesInSpaceByScore" on "files" ("spaceId", "score", "number", "size");
create index "filesByContent" on "files" ("checksum", "spaceId") where "modifiedAt" is null;

create table "trash" (
  "fileId" text primary key,
  "spaceId" text not null,
  "path" text not null,
  "size" bigint not null,
  "checksum" text not null,
  "file" text not null,
  "deletedAt" text not null,
  "deletedBy" text not null,
  "heldBy" text
);
create index "trashOfSpace" on "trash" ("spaceId", "deletedAt", "fileId");
create index "trashByAge" on "trash" ("deletedAt", "fileId") where "heldBy" is null;
create index "trashHeld" on "trash" ("heldBy", "fileId") where "heldBy" is not null;
create index "trashByChecksum" on "trash" ("checksum", "spaceId");

create table "fileVersions" (
  "spaceId" text primary key,
  "version" bigint not null,
  "changes" text default '' not null
);

create table "unpackings" (
  "id" text primary key,
  "spaceId" text not null,
  "path" text not null,
  "conflict" text not null,
  "checksum" text not null,
  "size" bigint not null,
  "owner" text,
  "state" text not null,
  "taken" bigint not null,
  "skipped" bigint not null,
  "skips" text not null,
  "error" text,
  "createdAt" text not null,
  "updatedAt" text not null
);
create index "unpackingsOfSpace" on "unpackings" ("spaceId", "createdAt");
create index "unpackingsByState" on "unpackings" ("state", "checksum");

create table "readTexts" (
  "fileNumber" integer primary key,
  "state" text not null,
  "hasWords" bigint not null
);
