import type { Database } from '#platform/database/database'
import type { Check, Finding, Look } from './checks.ts'

interface Examination {
  /** What is wrong in the end. */
  readonly finding: Finding
  /** What was wrong before it was repaired; null where nothing was repaired. */
  readonly repaired: Finding | null
}

interface ExaminationOptions {
  readonly repair: boolean
  readonly look?: Look | undefined
}

/**
 * Runs a check, and repairs what it finds where that is wished: for `vermilion doctor` and for the running server alike. What a
 * check of rows finds while others write is looked at again while nobody does, since what several statements count may have
 * changed between them.
 */
export async function examine(
  database: Pick<Database, 'transaction'>,
  check: Check,
  { repair, look }: ExaminationOptions,
): Promise<Examination> {
  const alone = <Result>(work: () => Promise<Result>) =>
    check.locksWrites === true ? database.transaction(work, { readsBeside: true }) : work()

  const find = async () => {
    const first = await check.examine(look)
    return first.state === 'problem' && check.locksWrites === true ? alone(() => check.examine(look)) : first
  }
  const finding = await find()
  if (!repair || check.repair === undefined || finding.state !== 'problem') return { finding, repaired: null }
  await alone(check.repair)
  return { finding: await find(), repaired: finding }
}
