import { fail } from '@vermilion/contract/kernel/errors'
import type { Blob, BlobStore, DirectTransfers, ForwardedUpload } from '../blob-store.ts'
import type { Copying } from './copy.ts'

export interface MovableBlobs extends BlobStore {
  /** Moves to another store while this one is used. Nothing is deleted here. */
  move(target: BlobStore, steps: MoveSteps): Promise<void>
}

interface MoveSteps extends Pick<Copying, 'copyOne'> {
  /** Copies all that the source has when it is called. */
  copyAll(source: BlobStore): Promise<void>
  /** Notes for good that the target is read from now on. Whatever is confirmed from its call on is in both. */
  note(): Promise<void>
}

/** Of what was put. */
const checksumsOf = (result: unknown) => ([result].flat() as readonly Blob[]).map(({ checksum }) => checksum)

export function createMovableBlobs(first: BlobStore): MovableBlobs {
  let current = first
  /** Contents must be there, too, to be confirmed. */
  let required = first
  /** Contents that were put or deleted since a copy began. */
  let changed: Set<string> | undefined
  let copyOne: Copying['copyOne']

  /** What is changed in one store while another comes to be required is brought there before it is confirmed. */
  async function change<Result>(work: (store: BlobStore) => Promise<Result>, of = checksumsOf): Promise<Result> {
    let source = current
    const result = await work(source)
    const checksums = of(result)
    for (const checksum of checksums) changed?.add(checksum)
    while (source !== required) {
      const target = required
      for (const checksum of checksums) await copyOne({ source, target }, checksum)
      source = target
    }
    return result
  }

  /** An upload that lies in a store that is no longer the current one is told as one that has not begun. */
  const finishIn =
    (direct: DirectTransfers): DirectTransfers['finish'] =>
    (...upload) =>
      change(async (store) => {
        if (store.direct === direct) return direct.finish(...upload)
        throw fail('upload.invalid', {
          reason: { en: 'files were moved to another storage meanwhile', zh: '文件已迁移到其他存储' },
        })
      })

  /** An upload that arrived in a store which is no longer the current one is copied from there. */
  const forwardTo =
    (origin: BlobStore, direct: DirectTransfers): DirectTransfers['forward'] =>
    async (upload) => {
      const forwarded = await direct.forward(upload)
      const finish: ForwardedUpload['finish'] = (options) =>
        change(async (store) => {
          const blob = await forwarded!.finish(options)
          if (store !== origin) await copyOne({ source: origin, target: store }, blob.checksum)
          return blob
        })
      return forwarded && { ...forwarded, finish }
    }

  return {
    put: (content, options) => change((store) => store.put(content, options)),
    putFile: (file, options) => change((store) => store.putFile(file, options)),
    putAll: (contents) => change((store) => store.putAll(contents)),
    delete: (checksum, since) =>
      change(
        (store) => store.delete(checksum, since),
        () => [checksum],
      ),
    service: () => current.service?.(),
    get direct() {
      const { direct } = current
      return direct && { ...direct, finish: finishIn(direct), forward: forwardTo(current, direct) }
    },
    open: (checksum, range, options) => current.open(checksum, range, options),
    stat: (checksum) => current.stat(checksum),
    list: () => current.list(),
    withLocalFile: (checksum, work) => current.withLocalFile(checksum, work),
    placeFile: (checksum, path) => current.placeFile(checksum, path),

    async move(target, steps) {
      const pair = { source: current, target }
      copyOne = steps.copyOne
      changed = new Set()
      try {
        await steps.copyAll(pair.source)
        const earlier = [...changed]
        changed.clear()
        // Deletions are followed as long as nothing else puts into the target.
        for (const checksum of earlier) if (!(await copyOne(pair, checksum))) await target.delete(checksum)
        required = target
        const later = [...changed]
        for (const checksum of later) await copyOne(pair, checksum)
        await steps.note()
        current = target
      } finally {
        required = current
        changed = undefined
      }
    },
  }
}
