import { systemClock } from '#platform/clock'
import type { Database } from '#platform/database/database'
import { requireCurrent } from '#platform/database/migrate'
import { createStoredValues } from '#platform/database/stored-values'
import { copyRows, type CopiedRows } from '#platform/database/moving/copy-rows'
import { nameIndexStatements } from '../../migrations/0001-baseline/triggers/file-names.ts'
import { migrations } from '../../migrations/index.ts'

/** Milliseconds. */
const reportInterval = 2_000

const steps = { copying: 'copied', indexing: 'copied, and indexes are made', comparing: 'compared' }

/** Copies all rows, and closes both. The source is not written to meanwhile; with `isSnapshot` it may be. */
export async function moveRows(
  source: Database,
  target: Database,
  options: { readonly isSnapshot: true } | { readonly readsBeside: true } = { readsBeside: true },
): Promise<CopiedRows> {
  try {
    await requireCurrent(source, migrations)
    const needs = { source, target, migrations, clock: systemClock, indexStatements: nameIndexStatements }
    const copied = await source.transaction(() => copyRows({ ...needs, report: createReport() }), options)
    // Values that several data folders share lie in files where a data folder has its rows itself.
    if (target.kind === 'sqlite') await createStoredValues(target).clear()
    const nuls = copied.nuls === 0 ? '' : ` ${copied.nuls} texts had the character NUL, and have U+FFFD in its place.`
    console.log(`${copied.rows} rows of ${copied.tables} tables were copied and compared: they are equal.${nuls}`)
    return copied
  } finally {
    await source.close()
    await target.close()
  }
}

function createReport() {
  let last = { at: 0, step: '' }
  return ({ step, rows }: CopiedRows): void => {
    const isFirst = step !== last.step
    if (!isFirst && Date.now() - last.at < reportInterval) return
    last = { at: Date.now(), step }
    if (!isFirst || step === 'indexing') console.log(`${rows} rows ${steps[step]}`)
  }
}
