import { newRequestId } from '../http/request-id.ts'
import { createUploadList } from './upload-list.ts'
import { createUploadQueue } from './upload-queue.ts'
import { createUploadSender } from './upload-sender.ts'
import type { AddedUpload, Upload, UploadsNeeds, UploadStatus } from './upload-state.ts'
import { createUploadTransfers } from './upload-transfers.ts'

export type Uploads = ReturnType<typeof createUploads>

/** The upload queue. It lives outside the pages, so that it continues while the user navigates. */
export function createUploads(needs: UploadsNeeds) {
  const { text: words, parallel = 4 } = needs
  const list = createUploadList(needs)
  const queue = createUploadQueue(list, needs.packed)
  /** Paused by the end of a session, not by the user. */
  const held = new Set<number>()
  const transfers = createUploadTransfers({ list, text: words, onHeld: (id) => void held.add(id), onEnd: fill })
  const sender = createUploadSender({ ...needs, list, transfers })
  let nextId = 1

  function fill(): void {
    while (transfers.count() < parallel) {
      const next = queue.next()
      if (next === undefined) return
      if ('pack' in next) sender.sendTogether(next.pack)
      else sender.sendAlone(next.alone)
    }
  }

  function release(id: number, how: 'pause' | 'cancel'): void {
    queue.prepend(transfers.release(id, how))
  }

  function each(ids: readonly number[] | undefined, from: readonly UploadStatus[], act: (one: Upload) => void): void {
    for (const id of ids ?? list.ids()) {
      const upload = list.get(id)
      if (upload !== undefined && from.includes(upload.status)) act(upload)
    }
    fill()
    list.publishWithin(0)
  }

  const wait = ({ id }: Upload) => {
    list.change(id, { status: 'waiting', problem: '' })
    queue.append(id)
  }

  return {
    store: list.store,
    add(spaceId: string, added: readonly AddedUpload[], batch = newRequestId()): void {
      for (const [index, { file, path, size, conflict = 'replace', unpack = false }] of added.entries()) {
        const id = nextId++
        const target = { id, batch, index, spaceId, path, conflict, unpack, size, problem: '', result: null }
        list.add({ ...target, sent: file === null ? size : 0, status: file === null ? 'done' : 'waiting' }, file)
        if (file !== null) queue.append(id)
      }
      fill()
      list.publish()
    },
    pause: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending'], ({ id }) => {
        release(id, 'pause')
        list.change(id, { status: 'paused' })
      }),
    resume: (ids?: readonly number[]) => each(ids, ['paused'], wait),
    retry: (ids?: readonly number[]) => each(ids, ['failed'], wait),
    cancel: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending', 'paused', 'failed'], (upload) => {
        release(upload.id, 'cancel')
        list.remove(upload.id)
        list.settle(upload)
      }),
    cancelBatch(batch: string): void {
      this.cancel(list.ofBatch(batch).map(({ id }) => id))
    },
    release(): void {
      const ids = [...held]
      held.clear()
      this.resume(ids)
    },
    drop(): void {
      each(undefined, ['waiting', 'sending', 'paused', 'failed', 'done'], ({ id }) => {
        release(id, 'pause')
        held.delete(id)
        list.remove(id)
      })
    },
    clear: () => each(undefined, ['done'], ({ id }) => list.remove(id)),
  }
}
