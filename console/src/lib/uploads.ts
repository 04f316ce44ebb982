import { createStore } from 'zustand/vanilla'
import { newRequestId } from './request-id.ts'

export type UploadStatus = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'

/** One file on its way into a data space. Sizes in bytes. */
export interface Upload {
  readonly id: number
  /** Files that were chosen together. */
  readonly batch: string
  readonly spaceId: string
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly status: UploadStatus
  /** Why it failed; empty otherwise. */
  readonly problem: string
}

export interface UploadState {
  readonly uploads: readonly Upload[]
  /** Bytes a second over the last seconds; 0 while nothing is sent. */
  readonly speed: number
}

/** What carries one file: it may be let go of and taken up again where it was. */
export interface Transfer {
  /** Stops sending; what arrived stays on the server. */
  pause: () => Promise<void>
  /** Stops sending, and tells the server to forget what arrived. */
  cancel: () => Promise<void>
}

export interface TransferEvents {
  onProgress: (sent: number) => void
  onDone: () => void
  onFailed: (problem: unknown) => void
  /** The session has ended: what arrived is kept, and it goes on with the next. */
  onHeld: () => void
}

export interface UploadsNeeds {
  send: (file: File, target: { spaceId: string; path: string }, events: TransferEvents) => Promise<Transfer>
  /** The words for a failed upload. */
  words: (problem: unknown) => string
  now: () => number
  /** Files sent at the same time. */
  parallel?: number
  /** Least milliseconds between two changes of the state. */
  period?: number
}

export type Uploads = ReturnType<typeof createUploads>

/** The queue of uploads. It lives outside the pages, so that it goes on while the user walks about. */
export function createUploads({ send, words, now, parallel = 3, period = 250 }: UploadsNeeds) {
  const store = createStore<UploadState>(() => ({ uploads: [], speed: 0 }))
  const uploads = new Map<number, Upload>()
  const files = new Map<number, File>()
  const transfers = new Map<number, Promise<Transfer>>()
  /** Paused by the end of a session, not by the user. */
  const held = new Set<number>()
  let nextId = 1
  let timer: ReturnType<typeof setTimeout> | null = null
  let measured = { at: now(), bytes: 0 }
  let arrived = 0

  function publish(): void {
    timer = null
    const at = now()
    const seconds = (at - measured.at) / 1000
    const fresh = seconds > 0 ? (arrived - measured.bytes) / seconds : 0
    const before = store.getState().speed
    measured = { at, bytes: arrived }
    const speed = transfers.size === 0 ? 0 : before === 0 ? fresh : before * 0.7 + fresh * 0.3
    store.setState({ uploads: [...uploads.values()], speed })
  }

  function change(id: number, next: Partial<Upload>): void {
    const upload = uploads.get(id)
    if (upload === undefined) return
    arrived += Math.max(0, (next.sent ?? upload.sent) - upload.sent)
    uploads.set(id, { ...upload, ...next })
    timer ??= setTimeout(publish, period)
  }

  function fill(): void {
    for (const upload of uploads.values()) {
      if (transfers.size >= parallel) return
      if (upload.status === 'waiting') start(upload)
    }
  }

  function start({ id, spaceId, path, size }: Upload): void {
    const file = files.get(id)
    if (file === undefined) return
    change(id, { status: 'sending', problem: '' })
    const end = (next: Partial<Upload>) => {
      // An answer that comes after a pause or a cancel speaks of a transfer that is no longer ours.
      if (transfers.get(id) !== transfer) return
      transfers.delete(id)
      change(id, next)
      if (next.status === 'done') files.delete(id)
      fill()
    }
    const transfer: Promise<Transfer> = send(
      file,
      { spaceId, path },
      {
        onProgress: (sent) => transfers.get(id) === transfer && change(id, { sent }),
        onDone: () => end({ status: 'done', sent: size }),
        onFailed: (problem) => end({ status: 'failed', problem: words(problem) }),
        onHeld: () => {
          held.add(id)
          end({ status: 'paused' })
        },
      },
    )
    transfers.set(id, transfer)
    transfer.catch((problem: unknown) => end({ status: 'failed', problem: words(problem) }))
  }

  function release(id: number, how: 'pause' | 'cancel'): void {
    const transfer = transfers.get(id)
    transfers.delete(id)
    transfer?.then((running) => running[how]()).catch(() => undefined)
  }

  const chosen = (ids: readonly number[] | undefined) => ids ?? [...uploads.keys()]

  function each(
    ids: readonly number[] | undefined,
    from: readonly UploadStatus[],
    act: (upload: Upload) => void,
  ): void {
    for (const id of chosen(ids)) {
      const upload = uploads.get(id)
      if (upload !== undefined && from.includes(upload.status)) act(upload)
    }
    fill()
    timer ??= setTimeout(publish, 0)
  }

  return {
    store,
    add(spaceId: string, added: readonly { file: File; path: string }[]): void {
      const batch = newRequestId()
      for (const { file, path } of added) {
        const id = nextId++
        files.set(id, file)
        uploads.set(id, { id, batch, spaceId, path, size: file.size, sent: 0, status: 'waiting', problem: '' })
      }
      fill()
      publish()
    },
    /** The following take the ids of some uploads, or none for all of them. */
    pause: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending'], ({ id }) => {
        release(id, 'pause')
        change(id, { status: 'paused' })
      }),
    resume: (ids?: readonly number[]) => each(ids, ['paused'], ({ id }) => change(id, { status: 'waiting' })),
    retry: (ids?: readonly number[]) => each(ids, ['failed'], ({ id }) => change(id, { status: 'waiting' })),
    cancel: (ids?: readonly number[]) =>
      each(ids, ['waiting', 'sending', 'paused', 'failed'], ({ id }) => {
        release(id, 'cancel')
        files.delete(id)
        uploads.delete(id)
      }),
    cancelBatch(batch: string): void {
      this.cancel([...uploads.values()].filter((upload) => upload.batch === batch).map(({ id }) => id))
    },
    /** Goes on with what the end of the session has held up. */
    release(): void {
      const ids = [...held]
      held.clear()
      this.resume(ids)
    },
    /** Lets go of everything: another account has signed in. */
    drop(): void {
      each(undefined, ['waiting', 'sending', 'paused', 'failed', 'done'], ({ id }) => {
        release(id, 'pause')
        held.delete(id)
        files.delete(id)
        uploads.delete(id)
      })
    },
    /** Takes what is done off the list. */
    clear: () => each(undefined, ['done'], ({ id }) => void uploads.delete(id)),
  }
}

/** Sums for a progress bar: bytes, files, and what goes on. */
export function sumUploads(uploads: readonly Upload[]) {
  const count = { waiting: 0, sending: 0, paused: 0, done: 0, failed: 0 }
  let sent = 0
  let size = 0
  for (const upload of uploads) {
    count[upload.status] += 1
    sent += upload.sent
    size += upload.size
  }
  return { ...count, sent, size, total: uploads.length, active: count.waiting + count.sending }
}
