import type { Adjustments } from '@vermilion/canvas/editor/appearance'
import { createClipboard } from '@vermilion/canvas/editor/editing/clipboard'
import { createEditor, type Editor } from '@vermilion/canvas/editor/editor'
import type { LabelStyle } from '@vermilion/canvas/editor/labels'
import { prepareKinds } from '@vermilion/canvas/shapes/registry'
import { drawingTool, type ToolId, toolsFor } from '@vermilion/canvas/tools/registry'
import { type Label, labelKinds, type LabelType } from '@vermilion/contract/labels/dataset-labels'
import type { LabelKind, Shape } from '@vermilion/contract/labels/index'
import { nanoid } from 'nanoid'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { notify } from '#ui/feedback/notify.tsx'
import type { ItemSync } from '../../sync/item-sync.ts'
import { studioOf } from '../../sync/studio-of.ts'
import { text } from '../../text.ts'
import { readSettings, saveSettings } from '../saved-settings.ts'

export interface Image {
  id: string
  datasetId: string
  width: number
  height: number
  revision: number
}

export type Work =
  | { kind: 'opening'; left: Editor | null }
  | { kind: 'failed'; problem: unknown; retry: () => void }
  | { kind: 'open'; editor: Editor; sync: ItemSync }

type Outcome = { of: string } & Exclude<Work, { kind: 'opening' }>

interface InHand {
  tool?: ToolId
  labelId?: string
  adjustments?: Adjustments
  lockedLabels: ReadonlySet<string>
  hiddenLabels: ReadonlySet<string>
}

interface EditorNeeds {
  account: string | undefined
  image: Image | undefined
  labels: readonly Label[]
  labelType: LabelType
}

/** Shared by all images, so that shapes can be pasted on another one. */
const clipboard = createClipboard()

export function useEditor({ account, image, labels: datasetLabels, labelType }: EditorNeeds): Work {
  const labels = useMemo(() => datasetLabels.map(styleOf), [datasetLabels])
  const t = useText(text)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [attempt, setAttempt] = useState(0)
  const inHand = useRef<InHand>({ lockedLabels: new Set(), hiddenLabels: new Set() })
  const keymap = useSystem(({ studio }) => studio.keymap)
  const key = `${image?.id} ${attempt}`

  const makeEditor = useEffectEvent((size: Pick<Image, 'width' | 'height'>, sync: ItemSync): Editor => {
    const { shapes, history } = sync.draft()
    const { labelId, adjustments, lockedLabels, hiddenLabels } = inHand.current
    const kinds = labelKinds[labelType]
    const editor = createEditor({
      image: size,
      shapes,
      labels,
      history,
      kinds,
      keymap,
      clipboard,
      settings: readSettings(),
      createId: nanoid,
      ...(adjustments && { adjustments }),
      ...(labelId !== undefined && { currentLabelId: labelId }),
    })
    let { tool } = inHand.current
    const opened = labels.length === 0 ? 'select' : openedTool(tool, kinds)
    editor.tools.choose(opened)
    for (const id of lockedLabels) editor.locks.setLabelLocked(id, true)
    for (const id of hiddenLabels) editor.appearance.setLabelHidden(id, true)
    editor.document.subscribe(() => sync.changed({ shapes: editor.document.shapes(), history: editor.history.save() }))
    reportLeft(sync, (count) => notify.info(t('attributesLeft', { count })))
    editor.settings.subscribe(() => saveSettings(editor.settings.get()))
    editor.subscribe(() => {
      const label = editor.labels.current()
      if (tool !== undefined || editor.tools.active() !== opened) tool = editor.tools.active()
      inHand.current = {
        ...(tool && { tool }),
        adjustments: editor.appearance.adjustments(),
        lockedLabels: editor.locks.labels(),
        hiddenLabels: editor.appearance.look().hiddenLabels,
        ...(label && { labelId: label.id }),
      }
    })
    return editor
  })

  const knownRevision = useEffectEvent(() => image?.revision)
  const { id, datasetId, width, height } = image ?? {}
  useEffect(() => {
    if (account === undefined || id === undefined || datasetId === undefined || !width || !height) return
    let unmounted = false
    let leave = (): void => undefined
    void (async () => {
      try {
        const studio = await studioOf(account)
        const sync = await studio.open(datasetId, id, knownRevision())
        leave = () => studio.leave(sync)
        await prepareKinds([...labelKinds[labelType], ...sync.draft().shapes.map(({ kind }) => kind)])
        if (unmounted) leave()
        else setOutcome({ of: key, kind: 'open', sync, editor: makeEditor({ width, height }, sync) })
      } catch (problem) {
        if (!unmounted) setOutcome({ of: key, kind: 'failed', problem, retry: () => setAttempt((count) => count + 1) })
      }
    })()
    return () => {
      unmounted = true
      leave()
    }
  }, [account, id, datasetId, labelType, width, height, key])

  const work: Work =
    outcome?.of === key ? outcome : { kind: 'opening', left: outcome?.kind === 'open' ? outcome.editor : null }
  const editor = work.kind === 'open' ? work.editor : null
  useEffect(() => editor?.labels.replace(labels), [editor, labels])
  useEffect(() => editor?.setKeymap(keymap), [editor, keymap])
  useForeignChanges(work, image?.revision, () => setAttempt((count) => count + 1))
  return work
}

function reportLeft(sync: ItemSync, report: (count: number) => void): void {
  let reported = 0
  sync.subscribe(() => {
    const omitted = sync.left()
    if (omitted > reported) report(omitted)
    reported = omitted
  })
}

function openedTool(inHand: ToolId | undefined, kinds: readonly LabelKind[]): ToolId {
  if (inHand !== undefined && toolsFor(kinds).includes(inHand)) return inHand
  return drawingTool(kinds)
}

function styleOf(label: Label): LabelStyle {
  const defaults = label.attributes.flatMap(({ id, default: value }) => (value === undefined ? [] : [[id, value]]))
  return defaults.length === 0 ? label : { ...label, described: Object.fromEntries(defaults) as Shape['attributes'] }
}

function useForeignChanges(work: Work, revision: number | undefined, reopen: () => void): void {
  const check = useEffectEvent((_now: Work['kind'], latest: number | undefined) => {
    if (work.kind !== 'open' || latest === undefined || latest <= work.sync.revision()) return
    if (work.sync.state().kind === 'saved' && !work.editor.tools.busy()) reopen()
  })
  useEffect(() => check(work.kind, revision), [work.kind, revision])
}
