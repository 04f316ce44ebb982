import { createEditor, type Editor } from '@vermilion/canvas/editor/editor'
import type { ToolId } from '@vermilion/canvas/tools/registry'
import type { Label } from '@vermilion/contract/dataset-labels'
import { nanoid } from 'nanoid'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ItemSync } from '../sync/item-sync.ts'
import { studioOf } from '../sync/studio-of.ts'

export interface Image {
  id: string
  datasetId: string
  width: number
  height: number
  /** Of the server's annotation, as far as the page knows. */
  revision: number
}

export type Work =
  | { kind: 'opening' }
  | { kind: 'failed'; problem: unknown; retry: () => void }
  | { kind: 'open'; editor: Editor; sync: ItemSync }

type Outcome = { of: string } & Exclude<Work, { kind: 'opening' }>

/** Opens an image for annotating: an editor whose finished gestures go to the journal and the server. */
export function useEditor(account: string | undefined, image: Image | undefined, labels: readonly Label[]): Work {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** What the annotator had in hand goes along to the next image. */
  const inHand = useRef<{ tool: ToolId; labelId?: string }>({ tool: 'select' })
  const key = `${image?.id} ${attempt}`

  const makeEditor = useEffectEvent((size: Pick<Image, 'width' | 'height'>, sync: ItemSync): Editor => {
    const { shapes, history } = sync.draft()
    const { tool, labelId } = inHand.current
    const current = labelId === undefined ? {} : { currentLabelId: labelId }
    const editor = createEditor({ image: size, shapes, labels, history, createId: nanoid, ...current })
    editor.tools.choose(labels.length > 0 ? tool : 'select')
    editor.document.subscribe(() => {
      sync.changed({ shapes: editor.document.shapes(), history: editor.history.save() })
    })
    editor.subscribe(() => {
      const label = editor.labels.current()
      inHand.current = { tool: editor.tools.active(), ...(label && { labelId: label.id }) }
    })
    return editor
  })

  const { id, datasetId, width, height } = image ?? {}
  useEffect(() => {
    if (account === undefined || id === undefined || datasetId === undefined || !width || !height) return
    let gone = false
    let leave = (): void => undefined
    void (async () => {
      try {
        const studio = await studioOf(account)
        const sync = await studio.open(datasetId, id)
        leave = () => studio.leave(sync)
        if (gone) leave()
        else setOutcome({ of: key, kind: 'open', sync, editor: makeEditor({ width, height }, sync) })
      } catch (problem) {
        if (!gone) setOutcome({ of: key, kind: 'failed', problem, retry: () => setAttempt((count) => count + 1) })
      }
    })()
    return () => {
      gone = true
      leave()
    }
  }, [account, id, datasetId, width, height, key])

  const work: Work = outcome?.of === key ? outcome : { kind: 'opening' }
  const editor = work.kind === 'open' ? work.editor : null
  useEffect(() => editor?.labels.replace(labels), [editor, labels])
  useForeignChanges(work, image?.revision, () => setAttempt((count) => count + 1))
  return work
}

/** Opens an image anew when somebody else has saved it while nothing was changed here. */
function useForeignChanges(work: Work, revision: number | undefined, reopen: () => void): void {
  const look = useEffectEvent((known: number | undefined) => {
    if (work.kind !== 'open' || known === undefined || known <= work.sync.revision()) return
    if (work.sync.state().kind === 'saved' && !work.editor.tools.busy()) reopen()
  })
  useEffect(() => look(revision), [revision])
}
