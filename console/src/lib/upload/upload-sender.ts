import type { UploadList } from './upload-list.ts'
import type { Upload, UploadsNeeds } from './upload-state.ts'
import type { createUploadTransfers } from './upload-transfers.ts'

interface UploadSenderNeeds extends Pick<UploadsNeeds, 'send' | 'sendPack' | 'text'> {
  list: Pick<UploadList, 'file'>
  transfers: Pick<ReturnType<typeof createUploadTransfers>, 'begin'>
}

export function createUploadSender({ send, sendPack, text, list, transfers }: UploadSenderNeeds) {
  return {
    sendAlone({ id, size, ...target }: Upload): void {
      const file = list.file(id)
      if (file === undefined) return
      transfers.begin([id], ({ change, end, fail, hold }) =>
        send(file, target, {
          onProgress: (sent) => change(id, { sent }),
          onDone(result) {
            change(id, { status: 'done', sent: size, result })
            end()
          },
          onFailed: fail,
          onHeld: hold,
        }),
      )
    },
    sendTogether(pack: readonly Upload[]): void {
      const sent = pack.flatMap((upload) => {
        const file = list.file(upload.id)
        return file === undefined ? [] : { ...upload, file }
      })
      const ids = sent.map(({ id }) => id)
      transfers.begin(ids, ({ change, end, fail, hold }) =>
        sendPack(sent, {
          onDone(results) {
            for (const [index, { id, size }] of sent.entries()) {
              const result = results[index] ?? null
              const isFailed = result === null || result.outcome === 'failed'
              if (isFailed) change(id, { status: 'failed', problem: result?.message ?? text(null) })
              else change(id, { status: 'done', sent: size, result })
            }
            end()
          },
          onFailed: fail,
          onHeld: hold,
        }),
      )
    },
  }
}
