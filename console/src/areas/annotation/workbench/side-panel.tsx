import { classifiesOnly } from '@vermilion/canvas/editor/commands/commands'
import type { Editor } from '@vermilion/canvas/editor/editor'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import type { Dataset } from '@vermilion/contract/datasets'
import { useState, useEffectEvent, useLayoutEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { ImageNotes } from '#areas/datasets'
import { ImageFacts } from '#areas/files'
import { text } from '../text.ts'
import { AddLabel } from './labels/add-label.tsx'
import { useSystem } from '#lib/system.ts'
import { useEditorValue } from './use-editor-value.ts'
import { LabelList } from './labels/label-list.tsx'
import { SelectionAttributes } from './labels/selection-attributes.tsx'
import { ShapeList } from './shapes/shape-list.tsx'
import styles from './side-panel.module.css'
import type { Item } from './use-actions.ts'
import { ClassPanel } from './labels/class-panel.tsx'

interface SidePanelProps {
  editor: Editor | null
  dataset: Dataset
  labels: readonly Label[]
  item: Item | null
  isClosing: boolean
  onDone: () => void
}

function ImageInformation({ fileId }: { fileId: string }) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="border-top scroll-y font-13"
      style={{ maxHeight: '45vh' }}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="padding-8-12 text-secondary weight-600 cursor-pointer">{t('imageInformation')}</summary>
      {isOpen && <ImageFacts key={fileId} fileId={fileId} />}
    </details>
  )
}

export function SidePanel({ editor, dataset, labels, item, isClosing, onDone }: SidePanelProps) {
  const t = useText(text)
  const classified = editor !== null && classifiesOnly(editor)
  return (
    <aside
      className={`${styles['side']} grid min-height-0 ground-panel narrow-block narrow-border-top`}
      inert={isClosing}
    >
      {classified && <AutoAdvance editor={editor} onDone={onDone} />}
      <section className={`${styles['part']} stack min-height-0`}>
        {item && <ImageNotes item={item} dataset={dataset} />}
        {dataset.guidelines !== '' && (
          <details className={`${styles['guidelines']} note rigid scroll-y`}>
            <summary className="weight-600 cursor-pointer">{t('guidelines')}</summary>
            <p className="text-ink white-space-pre-wrap break-anywhere">{dataset.guidelines}</p>
          </details>
        )}
        {classified ? (
          <ClassPanel editor={editor} />
        ) : (
          <>
            <h2 className={`${styles['title']} row note gap-8 min-height-26 weight-600`}>{t('labels')}</h2>
            {editor && <LabelList editor={editor} />}
          </>
        )}
        {labels.length === 0 && (
          <div className={`${styles['empty']} text-secondary`}>
            <p>{t('noLabels')}</p>
            <p>{t('noLabelsWords')}</p>
          </div>
        )}
        <AddLabel dataset={dataset} />
      </section>
      <section className={`${styles['part']} stack min-height-0`}>
        {editor && !classified && <ShapeList editor={editor} />}
        {editor && <SelectionAttributes key={item?.id} editor={editor} labels={labels} />}
      </section>
      {item?.available && <ImageInformation fileId={item.fileId} />}
    </aside>
  )
}

/** Milliseconds that the chosen class stays visible before the next image. */
const glance = 180

interface AutoAdvanceProps {
  editor: Editor
  onDone: () => void
}

/** Opens the next image when a class is chosen, even if it was chosen before. */
function AutoAdvance({ editor, onDone }: AutoAdvanceProps) {
  const advance = useSystem(({ studio }) => studio.advance)
  const severalClasses = useEditorValue(editor, ({ settings }) => settings.get().multipleClasses)
  const on = advance && !severalClasses
  const done = useEffectEvent(onDone)
  // A layout effect, so that a key pressed right after the image appears has an effect.
  useLayoutEffect(() => {
    if (!on) return
    let timer = 0
    const forget = editor.classified.subscribe(() => {
      clearTimeout(timer)
      timer = window.setTimeout(() => done(), glance)
    })
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [editor, on])
  return null
}
