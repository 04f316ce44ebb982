export interface BulkOutcome<Row> {
  done: Row[]
  failed: { row: Row; problem: unknown }[]
}

interface BulkProgress {
  onProgress?: (finished: number) => void
  signal?: AbortSignal
}

const parallel = 4

export async function doToEach<Row>(
  rows: readonly Row[],
  run: (row: Row) => Promise<unknown>,
  { onProgress, signal }: BulkProgress = {},
): Promise<BulkOutcome<Row>> {
  const done: Row[] = []
  const failed: BulkOutcome<Row>['failed'] = []
  const waiting = rows.values()
  const work = async () => {
    for (const row of waiting) {
      if (signal?.aborted === true) return
      try {
        await run(row)
        done.push(row)
      } catch (problem) {
        failed.push({ row, problem })
      }
      onProgress?.(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { done, failed }
}
