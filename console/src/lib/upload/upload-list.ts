import { createStore } from 'zustand/vanilla'
import type { Upload, UploadsNeeds, UploadState } from './upload-state.ts'

export type UploadList = ReturnType<typeof createUploadList>

export function createUploadList({ now, memory, period = 250 }: Pick<UploadsNeeds, 'now' | 'memory' | 'period'>) {
  const store = createStore<UploadState>(() => ({ uploads: [], speed: 0 }))
  const uploads = new Map<number, Upload>()
  const files = new Map<number, File>()
  const settled = new Map<string, number[]>()
  const speed = createUploadSpeed(now)
  let timer: ReturnType<typeof setTimeout> | null = null

  function publish(): void {
    timer = null
    const all = [...uploads.values()]
    store.setState({ uploads: all, speed: speed.measure(all.some(({ status }) => status === 'sending')) })
    for (const [batch, indexes] of settled) memory?.settled(batch, indexes)
    const open = new Set([...uploads.values()].flatMap(({ batch, status }) => (status === 'done' ? [] : batch)))
    for (const batch of settled.keys()) if (!open.has(batch)) memory?.forget(batch)
    settled.clear()
  }

  function publishWithin(milliseconds: number): void {
    timer ??= setTimeout(publish, milliseconds)
  }

  function settle({ batch, index }: Upload): void {
    const indexes = settled.get(batch) ?? []
    indexes.push(index)
    settled.set(batch, indexes)
  }

  return {
    store,
    publish,
    publishWithin,
    settle,
    ids: () => [...uploads.keys()],
    get: (id: number) => uploads.get(id),
    file: (id: number) => files.get(id),
    ofBatch: (batch: string) => [...uploads.values()].filter((upload) => upload.batch === batch),
    add(upload: Upload, file: File | null): void {
      uploads.set(upload.id, upload)
      if (file !== null) files.set(upload.id, file)
    },
    change(id: number, next: Partial<Upload>): void {
      const upload = uploads.get(id)
      if (upload === undefined) return
      speed.arrive(Math.max(0, (next.sent ?? upload.sent) - upload.sent))
      uploads.set(id, { ...upload, ...next })
      if (next.status === 'done') {
        settle(upload)
        files.delete(id)
      }
      publishWithin(period)
    },
    remove(id: number): void {
      files.delete(id)
      uploads.delete(id)
    },
  }
}

/** Bytes per second, smoothed; 0 while nothing is sent. */
function createUploadSpeed(now: () => number) {
  let measured = { at: now(), bytes: 0 }
  let arrived = 0
  let speed = 0
  return {
    arrive(bytes: number): void {
      arrived += bytes
    },
    measure(isSending: boolean): number {
      const at = now()
      const seconds = (at - measured.at) / 1000
      const fresh = seconds > 0 ? (arrived - measured.bytes) / seconds : 0
      measured = { at, bytes: arrived }
      speed = isSending ? (speed === 0 ? fresh : speed * 0.8 + fresh * 0.2) : 0
      return speed
    },
  }
}
