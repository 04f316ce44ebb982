import { useState } from 'react'
import type { IndexedList } from '../windowing/indexed-list.ts'
import type { PreviewContent } from './file-preview.tsx'

/** The file of a list whose preview is open; those before `from` have none. */
export function useFilePreview<Item>(list: IndexedList<Item>, from: number) {
  const [displayed, setDisplayed] = useState<PreviewContent<Item> | null>(null)
  return {
    show(index: number): void {
      const item = list.at(index)
      if (item !== undefined && index >= from) setDisplayed({ item, index: index - from })
    },
    setDisplayed,
    /** What the preview shows, and through which files it goes. */
    shown: {
      displayed,
      total: Math.max(0, list.count - from),
      at: (index: number) => list.at(index + from) ?? bringOne(list, index + from),
    },
  }
}

const bringOne = async <Item>(list: IndexedList<Item>, index: number) => (await list.bring(index, index))[0]
