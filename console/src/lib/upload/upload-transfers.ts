import type { UploadList } from './upload-list.ts'
import type { Transfer, Upload } from './upload-state.ts'

interface UploadTransfersNeeds {
  list: Pick<UploadList, 'change'>
  text: (problem: unknown) => string
  onHeld: (id: number) => void
  onEnd: () => void
}

/** Reports of a transfer about its uploads. Uploads that it released meanwhile are no longer its own and stay unchanged. */
export interface TransferOutcome {
  change: (id: number, next: Partial<Upload>) => void
  end: () => void
  fail: (problem: unknown) => void
  hold: () => void
}

export function createUploadTransfers({ list, text, onHeld, onEnd }: UploadTransfersNeeds) {
  const transfers = new Map<number, Promise<Transfer>>()
  const running = new Set<Promise<Transfer>>()

  function begin(ids: readonly number[], send: (outcome: TransferOutcome) => Promise<Transfer>): void {
    for (const id of ids) list.change(id, { status: 'sending', problem: '' })
    const isOwn = (id: number) => transfers.get(id) === transfer
    const changeOwn = (id: number, next: Partial<Upload>) => {
      if (isOwn(id)) list.change(id, next)
    }
    const end = () => {
      running.delete(transfer)
      for (const id of ids) if (isOwn(id)) transfers.delete(id)
      onEnd()
    }
    const fail = (problem: unknown) => {
      for (const id of ids) changeOwn(id, { status: 'failed', problem: text(problem) })
      end()
    }
    const hold = () => {
      for (const id of ids.filter(isOwn)) {
        onHeld(id)
        list.change(id, { status: 'paused' })
      }
      end()
    }
    const transfer: Promise<Transfer> = send({ change: changeOwn, end, fail, hold })
    running.add(transfer)
    for (const id of ids) transfers.set(id, transfer)
    transfer.catch(fail)
  }

  /** Releases an upload. Returns the other uploads of its pack, which have to wait again. */
  function release(id: number, how: 'pause' | 'cancel'): readonly number[] {
    const transfer = transfers.get(id)
    if (transfer === undefined) return []
    running.delete(transfer)
    const others = [...transfers].filter(([other, one]) => one === transfer && other !== id).map(([other]) => other)
    for (const other of [id, ...others]) transfers.delete(other)
    for (const other of others) list.change(other, { status: 'waiting' })
    transfer.then((sending) => sending[how]()).catch(() => undefined)
    return others
  }

  return { begin, release, count: () => running.size }
}
