import type { Migration } from '../src/platform/database/migrate.ts'

/** Images of data spaces that models score, by standards that people write. */
export const up: Migration['up'] = async (schema) => {
  await schema
    .createTable('dataEvaluations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('spaceId', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    /** JSON: what was ordered. */
    .addColumn('selection', 'text', (column) => column.notNull())
    .addColumn('models', 'text', (column) => column.notNull())
    .addColumn('standard', 'text')
    .addColumn('joint', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    /** Null until all images of the selection are listed. */
    .addColumn('images', 'bigint')
    .addColumn('done', 'bigint', (column) => column.notNull())
    .addColumn('scored', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addColumn('reused', 'bigint', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('promptTokens', 'bigint', (column) => column.notNull())
    .addColumn('completionTokens', 'bigint', (column) => column.notNull())
    .addColumn('startedBy', 'text', (column) => column.notNull())
    .addColumn('jobId', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addColumn('startedAt', 'text')
    .addColumn('endedAt', 'text')
    /** Its rows go a few at a time. */
    .addColumn('deletedAt', 'text')
    .execute()
  await schema.createIndex('dataEvaluationsOfSpace').on('dataEvaluations').columns(['spaceId', 'createdAt']).execute()

  await schema
    .createTable('scoredImages')
    .addColumn('evaluationId', 'text', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('fileId', 'text', (column) => column.notNull())
    /** Joint score and standard deviation over the models; -1 where there is none. */
    .addColumn('score', 'double precision', (column) => column.notNull())
    .addColumn('disagreement', 'double precision', (column) => column.notNull())
    .addColumn('done', 'bigint', (column) => column.notNull())
    /** Difference hash, 16 hexadecimal digits; null where no model makes one. */
    .addColumn('hash', 'text')
    .addPrimaryKeyConstraint('scoredImagesKey', ['evaluationId', 'number'])
    .execute()
  await schema.createIndex('scoredImageFiles').unique().on('scoredImages').columns(['evaluationId', 'fileId']).execute()
  await schema.createIndex('scoredImageScores').on('scoredImages').columns(['evaluationId', 'score']).execute()

  await schema
    .createTable('imageScores')
    .addColumn('evaluationId', 'text', (column) => column.notNull())
    .addColumn('fileId', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    /** Of the content that was scored; null where it could not be read. */
    .addColumn('checksum', 'text')
    .addColumn('score', 'double precision')
    /** JSON. */
    .addColumn('criteria', 'text', (column) => column.notNull())
    /** JSON: the words in both languages. */
    .addColumn('error', 'text')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('imageScoresKey', ['evaluationId', 'model', 'fileId'])
    .execute()
  await schema.createIndex('imageScoresOfFile').on('imageScores').columns(['fileId', 'createdAt']).execute()
  await schema.createIndex('imageScoresOfImage').on('imageScores').columns(['evaluationId', 'fileId']).execute()

  /** What models said of contents, for every later evaluation. */
  await schema
    .createTable('scoreReplies')
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    /** The model's name or the formulas' version, and the version of the standard. */
    .addColumn('basis', 'text', (column) => column.notNull())
    /** Digest of what the image was to show; empty where nobody knows. */
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('criteria', 'text', (column) => column.notNull())
    .addColumn('hash', 'text')
    .addColumn('promptTokens', 'bigint')
    .addColumn('completionTokens', 'bigint')
    .addColumn('createdAt', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('scoreRepliesKey', ['checksum', 'model', 'basis', 'prompt'])
    .execute()
  await schema.createIndex('scoreRepliesOfModel').on('scoreReplies').columns(['model', 'basis']).execute()

  await schema
    .createTable('evaluationStandards')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    /** JSON. */
    .addColumn('criteria', 'text', (column) => column.notNull())
    .addColumn('createdBy', 'text', (column) => column.notNull())
    .addColumn('updatedAt', 'text', (column) => column.notNull())
    .execute()
}
