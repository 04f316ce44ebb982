import { maxPackedBytes, uploadPackFiles, uploadPackSize } from '@vermilion/contract/files/uploads'
import type { UploadList } from './upload-list.ts'
import type { Upload } from './upload-state.ts'

export function createUploadQueue(list: Pick<UploadList, 'get' | 'file'>, packed = maxPackedBytes) {
  let queue: number[] = []

  const isPacked = ({ size, unpack }: Upload) => size <= packed && !unpack

  function dequeue(fits: (upload: Upload) => boolean = () => true): Upload | undefined {
    while (queue.length > 0) {
      const upload = list.get(queue[0] ?? 0)
      if (upload?.status === 'waiting' && list.file(upload.id) !== undefined) {
        if (!fits(upload)) return undefined
        queue.shift()
        return upload
      }
      queue.shift()
    }
    return undefined
  }

  function dequeuePack(first: Upload): Upload[] {
    const pack = [first]
    let size = first.size
    const fits = (upload: Upload) =>
      isPacked(upload) && upload.spaceId === first.spaceId && size + upload.size <= uploadPackSize
    while (pack.length < uploadPackFiles) {
      const another = dequeue(fits)
      if (another === undefined) break
      pack.push(another)
      size += another.size
    }
    return pack
  }

  return {
    append: (id: number) => void queue.push(id),
    prepend(ids: readonly number[]): void {
      if (ids.length > 0) queue = [...ids, ...queue]
    },
    next(): { alone: Upload } | { pack: readonly Upload[] } | undefined {
      const upload = dequeue()
      if (upload === undefined) return undefined
      return isPacked(upload) ? { pack: dequeuePack(upload) } : { alone: upload }
    },
  }
}
