import type { Database } from '#platform/database/database'
import type { Check, Finding, CheckObserver } from './checks.ts'

interface Examination {
  readonly finding: Finding
  /** The problems before the repair; null when nothing was repaired. */
  readonly repaired: Finding | null
}

interface ExaminationOptions {
  readonly repair: boolean
  readonly observer?: CheckObserver | undefined
}

/** Problems in rows are confirmed while nobody writes, since several statements may have counted across a change. */
export async function examine(
  database: Pick<Database, 'transaction'>,
  check: Check,
  { repair, observer }: ExaminationOptions,
): Promise<Examination> {
  const alone = <Result>(work: () => Promise<Result>) =>
    check.locksWrites === true ? database.transaction(work, { readsBeside: true }) : work()

  const find = async () => {
    const first = await check.examine(observer)
    return first.state === 'problem' && check.locksWrites === true ? alone(() => check.examine(observer)) : first
  }
  const finding = await find()
  if (!repair || check.repair === undefined || finding.state !== 'problem') return { finding, repaired: null }
  await alone(check.repair)
  return { finding: await find(), repaired: finding }
}
