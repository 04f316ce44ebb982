import type { CaptionedPicture } from '@vermilion/contract/fine-tunings/captions'
import { useState } from 'react'

/** A page's pictures, including those that left the filter by being captioned on it, so that nothing disappears while editing. */
export function useHeldPictures(pictures: readonly CaptionedPicture[], page: string) {
  const [saved, setSaved] = useState<ReadonlyMap<string, CaptionedPicture>>(new Map())
  const [held, setHeld] = useState({ page, pictures, shown: pictures })
  let { shown } = held
  if (held.page !== page || held.pictures !== pictures) {
    shown = held.page === page ? merged(held.shown, pictures, saved) : pictures
    if (held.page !== page) setSaved(new Map())
    setHeld({ page, pictures, shown })
  }
  const hold = (picture: CaptionedPicture) => setSaved((now) => new Map(now).set(picture.fileId, picture))
  return { shown, hold }
}

function merged(
  previous: readonly CaptionedPicture[],
  pictures: readonly CaptionedPicture[],
  saved: ReadonlyMap<string, CaptionedPicture>,
): readonly CaptionedPicture[] {
  const present = new Set(pictures.map(({ fileId }) => fileId))
  const result = [...pictures]
  for (const [index, { fileId }] of previous.entries()) {
    const picture = saved.get(fileId)
    if (picture !== undefined && !present.has(fileId)) result.splice(index, 0, picture)
  }
  return result
}
