import { type DragEvent, useState } from 'react'
import type { IndexedList } from '../windowing/indexed-list.ts'

export interface FileDrag<Item> {
  onStart: (transfer: DataTransfer) => void
  onEnd: () => void
  takes: (event: DragEvent, item: Item) => boolean
  onDrop: (event: DragEvent, item: Item) => void
}

export function useFileDrag<Item>(list: IndexedList<Item>, drag: FileDrag<Item> | undefined) {
  const [over, setOver] = useState<number | null>(null)
  const onDrag = (event: DragEvent, index: number | null) => {
    const item = index === null ? undefined : list.at(index)
    if (event.type === 'dragstart') drag?.onStart(event.dataTransfer)
    else if (event.type === 'dragover' && item !== undefined && drag?.takes(event, item) === true) {
      event.preventDefault()
      event.stopPropagation()
      setOver(index)
    } else if (event.type === 'drop' && item !== undefined && drag?.takes(event, item) === true) {
      event.preventDefault()
      event.stopPropagation()
      drag.onDrop(event, item)
      setOver(null)
    } else {
      setOver(null)
      if (event.type === 'dragend') drag?.onEnd()
    }
  }
  return { over, onDrag }
}
