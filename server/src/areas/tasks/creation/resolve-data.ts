import { Failure, fail } from '@vermilion/contract/kernel/errors'
import type { TaskData, taskCreate } from '@vermilion/contract/tasks/creation'
import type { z } from 'zod'
import type { DataSources, OrderedData } from '../data/data-sources.ts'
import type { ImageDefinition } from '../images/images.ts'

type RequestedData = z.output<typeof taskCreate>['dataSources']

function refuseAt(at: number, error: unknown): never {
  throw error instanceof Failure ? fail(error.reason, { ...error.values, dataSource: at }) : error
}

/** The areas of the data sources may refuse. Call `keep` in the transaction that adds the task. */
export async function resolveData(
  request: RequestedData,
  image: ImageDefinition & { name: string },
  dataSources: DataSources,
) {
  const used: (OrderedData & { asked: TaskData; mountPath: string })[] = []
  for (const [at, data] of request.entries()) {
    const ordered = await dataSources.resolve(data, image).catch((error: unknown) => refuseAt(at, error))
    used.push({ ...ordered, asked: data, mountPath: data.mountPath })
  }
  const [first, ...others] = used
  if (first === undefined) throw fail('request.invalid', { detail: 'dataSources: at least one' })
  const { dataSource, prepare, checksum, mountPath, asked } = first
  const moreMounts = others.map((other) => ({
    ...other.dataSource,
    ...other.prepare,
    mountPath: other.mountPath,
    asked: other.asked,
    checksum: other.checksum ?? null,
    folder: null,
  }))
  return {
    data: { dataSource, prepare, checksum, mountPath, asked, moreMounts },
    async keep(): Promise<void> {
      for (const { keep } of used) await keep?.()
    },
  }
}
