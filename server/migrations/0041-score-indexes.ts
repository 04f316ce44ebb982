import type { Migration } from '../src/platform/database/migrate.ts'

/**
 * Images of an evaluation in the order of their scores and of what models differ about, each with its number, which an
 * order ends in; and files in the order of their scores with their size, so that counting what has a score between two
 * bounds looks at no file.
 */
export const up: Migration['up'] = async (schema) => {
  await schema.dropIndex('scoredImageScores').execute()
  for (const [name, column] of [
    ['scoredImagesByScore', 'score'],
    ['scoredImagesByDisagreement', 'disagreement'],
  ] as const) {
    await schema.createIndex(name).on('scoredImages').columns(['evaluationId', column, 'number']).execute()
  }
  for (const [name, column] of [
    ['filesInFolderByScore', 'folder'],
    ['filesInSpaceByScore', 'spaceId'],
  ] as const) {
    await schema.dropIndex(name).execute()
    await schema.createIndex(name).on('files').columns([column, 'score', 'number', 'size']).execute()
  }
}
