import type { EngineKind } from '../../../src/platform/database/engine.ts'
import { setNew } from '../set-new.ts'

/**
 * Triggers that keep how each file was generated: a file is the image that was written as it, or else one of the same content.
 * Images of datasets take that and the score of their file over, and keep them when the file is gone.
 */
export function lineageStatements(engine: EngineKind): string[] {
  const replace = `on conflict ("fileNumber") do update
    set "lineage" = excluded."lineage", "seed" = excluded."seed", "workflowHash" = excluded."workflowHash";`
  const addByContent = `insert into "fileLineages" select new."number", "lineage", "seed", "workflowHash"
    from "generatedImages" where "checksum" = new."checksum" and "lineage" is not null
    order by "fileId" is not new."id", rowid limit 1 ${replace}`
  const remove = `delete from "fileLineages" where "fileNumber" = old."number";`
  const score = `coalesce((select "score" from "files" where "id" = new."fileId"), -1)`
  const lineage = `coalesce((select "lineage" from "fileLineages"
    where "fileNumber" = (select "number" from "files" where "id" = new."fileId")), 0)`
  const copyTo = (value: string, row: 'old' | 'new') => `update "datasetItems" set "lineage" = ${value}
    where "fileId" = (select "id" from "files" where "number" = ${row}."fileNumber");`
  return [
    `create trigger "fileWithLineage" after insert on "files" when new."checksum" is not null begin ${addByContent} end`,
    `create trigger "fileWithOtherLineage" after update of "checksum" on "files"
      when old."checksum" is not new."checksum" begin ${remove} ${addByContent} end`,
    `create trigger "fileWithoutLineage" after delete on "files" begin ${remove} end`,
    `create trigger "lineageOfImage" after insert on "generatedImages"
      when new."checksum" is not null and new."lineage" is not null
      begin insert into "fileLineages" select "number", new."lineage", new."seed", new."workflowHash" from "files"
      where "checksum" = new."checksum" and ("id" is new."fileId"
      or not exists (select 1 from "fileLineages" where "fileNumber" = "files"."number")) ${replace} end`,
    `create trigger "datasetItemOfFile" after insert on "datasetItems"
      when exists (select 1 from "files" where "id" = new."fileId" and ("score" >= 0
      or exists (select 1 from "fileLineages" where "fileNumber" = "files"."number")))
      begin ${setNew(engine, 'datasetItems', { score, lineage })} end`,
    `create trigger "datasetItemScored" after update of "score" on "files" when old."score" <> new."score"
      begin update "datasetItems" set "score" = new."score" where "fileId" = new."id"; end`,
    `create trigger "datasetItemGenerated" after insert on "fileLineages" begin ${copyTo('new."lineage"', 'new')} end`,
    `create trigger "datasetItemGeneratedOtherwise" after update on "fileLineages"
      when old."lineage" <> new."lineage" begin ${copyTo('new."lineage"', 'new')} end`,
    // A file was given a content that was not generated; a file that is gone is no longer found here.
    `create trigger "datasetItemNotGenerated" after delete on "fileLineages" begin ${copyTo('0', 'old')} end`,
  ]
}
