import { largestPacked, uploadPackFiles, uploadPackSize } from '@vermilion/contract/files/uploads'
import { createStore } from 'zustand/vanilla'
import { newRequestId } from '../http/request-id.ts'
import type { AddedUpload, Transfer, Upload, UploadsNeeds, UploadState, UploadStatus } from './upload-state.ts'

export type Uploads = ReturnType<typeof createUploads>

/** The queue of uploads. It lives outside the pages, so that it goes on while the user walks about. */
// oxlint-disable-next-line max-lines-per-function -- a maker, whose functions share the state that it holds
export function createUploads(needs: UploadsNeeds) {
  const { send, sendPack, words, now, memory, parallel = 4, period = 250, packed = largestPacked } = needs
  const store = createStore<UploadState>(() => ({ uploads: [], speed: 0 }))
  const uploads = new Map<number, Upload>()
  const files = new Map<number, File>()
  const transfers = new Map<number, Promise<Transfer>>()
  const running = new Set<Promise<Transfer>>()
  /** Waiting ones, in the order of their turn; others among them are passed over. */
  let queue: number[] = []
  /** Paused by the end of a session, not by the user. */
  const paused = new Set<number>()
  const settled = new Map<string, number[]>()
  let nextId = 1
  let timer: ReturnType<typeof setTimeout> | null = null
  let measured = { at: now(), bytes: 0 }
  let arrived = 0

  function publish(): void {
    timer = null
    const at = now()
    const seconds = (at - measured.at) / 1000
    const fresh = seconds > 0 ? (arrived - measured.bytes) / seconds : 0
    const previousSpeed = store.getState().speed
    measured = { at, bytes: arrived }
    const speed = running.size === 0 ? 0 : previousSpeed === 0 ? fresh : previousSpeed * 0.8 + fresh * 0.2
    store.setState({ uploads: [...uploads.values()], speed })
    for (const [batch, indexes] of settled) memory?.settled(batch, indexes)
    const open = new Set([...uploads.values()].flatMap(({ batch, status }) => (status === 'done' ? [] : batch)))
    for (const batch of settled.keys()) if (!open.has(batch)) memory?.forget(batch)
    settled.clear()
  }

  function change(id: number, next: Partial<Upload>): void {
    const upload = uploads.get(id)
    if (upload === undefined) return
    arrived += Math.max(0, (next.sent ?? upload.sent) - upload.sent)
    uploads.set(id, { ...upload, ...next })
    if (next.status === 'done') settle(upload)
    timer ??= setTimeout(publish, period)
  }

  /** It needs never be sent again. */
  function settle({ batch, index }: Upload): void {
    const indexes = settled.get(batch) ?? []
    indexes.push(index)
    settled.set(batch, indexes)
  }

  function next(fits: (upload: Upload) => boolean = () => true): Upload | undefined {
    while (queue.length > 0) {
      const upload = uploads.get(queue[0] ?? 0)
      if (upload?.status === 'waiting' && files.has(upload.id)) {
        if (!fits(upload)) return undefined
        queue.shift()
        return upload
      }
      queue.shift()
    }
    return undefined
  }

  /** Small files go together; an archive to be unpacked goes alone. */
  const isPacked = ({ size, unpack }: Upload) => size <= packed && !unpack

  function fill(): void {
    while (running.size < parallel) {
      const upload = next()
      if (upload === undefined) return
      if (isPacked(upload)) startPack(upload)
      else start(upload)
    }
  }

  /** Takes an answer for some files, unless they were let go of meanwhile. */
  function begin(ids: readonly number[], act: (own: (id: number) => boolean, end: () => void) => Promise<Transfer>) {
    for (const id of ids) change(id, { status: 'sending', problem: '' })
    const own = (id: number) => transfers.get(id) === transfer
    const end = () => {
      running.delete(transfer)
      for (const id of ids) if (own(id)) transfers.delete(id)
      fill()
    }
    const transfer: Promise<Transfer> = act(own, end)
    running.add(transfer)
    for (const id of ids) transfers.set(id, transfer)
    transfer.catch((problem: unknown) => {
      for (const id of ids) if (own(id)) change(id, { status: 'failed', problem: words(problem) })
      end()
    })
  }

  function start({ id, size, ...target }: Upload): void {
    const file = files.get(id)
    if (file === undefined) return
    begin([id], (own, end) => {
      const finish = (next: Partial<Upload>) => {
        // An answer that comes after a pause or a cancel speaks of a transfer that is no longer ours.
        if (!own(id)) return
        change(id, next)
        if (next.status === 'done') files.delete(id)
        end()
      }
      return send(file, target, {
        onProgress: (sent) => own(id) && change(id, { sent }),
        onDone: (result) => finish({ status: 'done', sent: size, result }),
        onFailed: (problem) => finish({ status: 'failed', problem: words(problem) }),
        onHeld: () => {
          paused.add(id)
          finish({ status: 'paused' })
        },
      })
    })
  }

  /** Sends it together with those after it that fit in as well. */
  function startPack(first: Upload): void {
    const pack = [first]
    let size = first.size
    const fits = (upload: Upload) =>
      isPacked(upload) && upload.spaceId === first.spaceId && size + upload.size <= uploadPackSize
    while (pack.length < uploadPackFiles) {
      const another = next(fits)
      if (another === undefined) break
      pack.push(another)
      size += another.size
    }
    const sent = pack.flatMap((upload) => {
      const file = files.get(upload.id)
      return file === undefined ? [] : { ...upload, file }
    })
    const ids = sent.map(({ id }) => id)
    begin(ids, (own, end) =>
      sendPack(sent, {
        onDone(results) {
          for (const [index, upload] of sent.entries()) {
            if (!own(upload.id)) continue
            const result = results[index] ?? null
            if (result === null || result.outcome === 'failed') {
              change(upload.id, { status: 'failed', problem: result?.message ?? words(null) })
              continue
            }
            change(upload.id, { status: 'done', sent: upload.size, result })
            files.delete(upload.id)
          }
          end()
        },
        onFailed(problem) {
          for (const id of ids) if (own(id)) change(id, { status: 'failed', problem: words(problem) })
          end()
        },
        onHeld() {
          for (const id of ids) if (own(id)) paused.add(id)
          for (const id of ids) if (own(id)) change(id, { status: 'paused' })
          end()
        },
      }),
    )
  }

  function release(id: number, how: 'pause' | 'cancel'): void {
    const transfer = transfers.get(id)
    if (transfer === undefined) return
    running.delete(transfer)
    // What was sent together with it waits for another turn.
    const others = [...transfers].filter(([other, one]) => one === transfer && other !== id).map(([other]) => other)
    for (const other of [id, ...others]) transfers.delete(other)
    for (const other of others) change(other, { status: 'waiting' })
    queue = [...others, ...queue]
    transfer.then((sending) => sending[how]()).catch(() => undefined)
  }

  function each(
    ids: readonly number[] | undefined,
    from: readonly UploadStatus[],
    act: (upload: Upload) => void,
  ): void {
    for (const id of ids ?? [...uploads.keys()]) {
      const upload = uploads.get(id)
      if (upload !== undefined && from.includes(upload.status)) act(upload)
    }
    fill()
    timer ??= setTimeout(publish, 0)
  }

  const wait = ({ id }: Upload) => {
    change(id, { status: 'waiting', problem: '' })
    queue.push(id)
  }

  return {
    store,
    add(spaceId: string, added: readonly AddedUpload[], batch = newRequestId()): void {
      const ids: number[] = []
      for (const [index, { file, path, size, conflict = 'replace', unpack = false }] of added.entries()) {
        const id = nextId++
        const target = { id, batch, index, spaceId, path, conflict, unpack, size, problem: '', result: null }
        uploads.set(id, { ...target, sent: file === null ? size : 0, status: file === null ? 'done' : 'waiting' })
        if (file === null) continue
        files.set(id, file)
        ids.push(id)
      }
      for (const id of ids) queue.push(id)
      fill()
      publish()
    },
    /** The following take the ids of some uploads, or none for all of them. */
    pause: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending'], ({ id }) => {
        release(id, 'pause')
        change(id, { status: 'paused' })
      }),
    resume: (ids?: readonly number[]) => each(ids, ['paused'], wait),
    retry: (ids?: readonly number[]) => each(ids, ['failed'], wait),
    cancel: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending', 'paused', 'failed'], (upload) => {
        release(upload.id, 'cancel')
        files.delete(upload.id)
        uploads.delete(upload.id)
        settle(upload)
      }),
    cancelBatch(batch: string): void {
      this.cancel([...uploads.values()].filter((upload) => upload.batch === batch).map(({ id }) => id))
    },
    /** Goes on with what the end of the session has held up. */
    release(): void {
      const ids = [...paused]
      paused.clear()
      this.resume(ids)
    },
    /** Lets go of everything: another account has signed in. */
    drop(): void {
      each(undefined, ['waiting', 'sending', 'paused', 'failed', 'done'], ({ id }) => {
        release(id, 'pause')
        paused.delete(id)
        files.delete(id)
        uploads.delete(id)
      })
    },
    /** Takes what is done off the list. */
    clear: () => each(undefined, ['done'], ({ id }) => void uploads.delete(id)),
  }
}
