import type { itemStatuses } from '@vermilion/contract/dataset-items'
import type { Dataset } from '@vermilion/contract/datasets'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { useOverlay } from '#ui/overlay.ts'
import { PageSpinner, ProblemState, State } from '#ui/states.tsx'
import { text } from '../text.ts'
import { AddLabel } from './add-label.tsx'
import { Canvas } from './canvas.tsx'
import { ConflictGate } from './conflict-gate.tsx'
import { ImageBar } from './image-bar.tsx'
import { LabelList } from './label-list.tsx'
import { runPageCommand } from './page-commands.ts'
import { SaveState } from './save-state.tsx'
import { ShapeList } from './shape-list.tsx'
import side from './side.module.css'
import { Strip } from './strip.tsx'
import { Toolbar } from './toolbar.tsx'
import type { Item } from './use-deeds.ts'
import { useDeeds } from './use-deeds.ts'
import { useEditor, type Work } from './use-editor.ts'
import { useStudioShortcuts } from './use-studio-shortcuts.ts'
import { addressOfImage } from './image-address.ts'
import styles from './workbench.module.css'

interface WorkbenchProps {
  account: string
  dataset: Dataset
  /** Null while the next image is being asked for. */
  item: Item | null
  filter: (typeof itemStatuses)[number] | undefined
}

/** Toolbar, canvas, labels and shapes around one image after another. */
export function Workbench({ account, dataset, item, filter }: WorkbenchProps) {
  const t = useText(text)
  const show = useOverlay((overlay) => overlay.show)
  useStudioShortcuts()
  const [broken, setBroken] = useState<string | null>(null)
  const work = useEditor(account, item?.available ? item : undefined, dataset.labels)
  const open = work.kind === 'open' ? work : null
  const deeds = useDeeds({ item, filter, sync: open?.sync ?? null, onHelp: () => show('shortcuts') })
  const source = item ? addressOfImage(item.fileId) : ''
  return (
    <div className={styles['studio']}>
      <ImageBar
        path={item?.path ?? ''}
        status={item?.status ?? 'to-label'}
        filter={filter}
        position={item?.position ?? 0}
        total={item?.total ?? dataset.fileCount}
        deeds={deeds}
        hasPrevious={(item?.previousId ?? null) !== null}
        hasNext={(item?.nextId ?? null) !== null}
        canSave={open !== null}
      >
        {open && <SaveState sync={open.sync} />}
      </ImageBar>
      {open ? (
        <Strip editor={open.editor} options={null}>
          {null}
        </Strip>
      ) : (
        <div className={styles['stripPlace']} />
      )}
      <div className={styles['tools']}>{open && <Toolbar editor={open.editor} onHelp={deeds.help} />}</div>
      <div className={styles['ground']}>
        <Canvas
          editor={open?.editor ?? null}
          source={source}
          name={t('canvas')}
          onKey={(combination, repeat) => runPageCommand(combination, repeat, deeds)}
          onImage={(outcome) => setBroken(outcome === 'failed' ? source : null)}
        />
        <Cover item={item} work={work} broken={broken === source} />
      </div>
      <Side work={work} dataset={dataset} />
      {open && item && <ConflictGate {...open} image={{ source, width: item.width, height: item.height }} />}
    </div>
  )
}

/** What lies over the canvas while there is no image to see. */
function Cover({ item, work, broken }: { item: Item | null; work: Work; broken: boolean }) {
  const t = useText(text)
  const words = coverOf(item, work, broken)
  if (words === null) return null
  return (
    <div className={styles['over']}>
      {words === 'opening' && <PageSpinner />}
      {words === 'failed' && work.kind === 'failed' && (
        <div className={styles['card']}>
          <ProblemState problem={work.problem} onRetry={work.retry} />
        </div>
      )}
      {(words === 'imageGone' || words === 'imageFailed') && (
        <div className={styles['card']}>
          <State title={t(words)} words={t(`${words}Words`)} />
        </div>
      )}
    </div>
  )
}

function coverOf(
  item: Item | null,
  work: Work,
  broken: boolean,
): 'opening' | 'failed' | 'imageGone' | 'imageFailed' | null {
  if (item && !item.available) return 'imageGone'
  if (item && (item.width === 0 || item.height === 0)) return 'imageFailed'
  if (work.kind !== 'open') return work.kind
  return broken ? 'imageFailed' : null
}

function Side({ work, dataset }: { work: Work; dataset: Dataset }) {
  const t = useText(text)
  const editor = work.kind === 'open' ? work.editor : null
  return (
    <aside className={side['side']}>
      <section className={side['part']}>
        {dataset.guidelines !== '' && (
          <details className={side['guidelines']}>
            <summary>{t('guidelines')}</summary>
            <p>{dataset.guidelines}</p>
          </details>
        )}
        <h2 className={side['title']}>{t('labels')}</h2>
        {dataset.labels.length === 0 && (
          <div className={side['empty']}>
            <p>{t('noLabels')}</p>
            <p>{t('noLabelsWords')}</p>
          </div>
        )}
        {editor && <LabelList editor={editor} />}
        <AddLabel dataset={dataset} />
      </section>
      <section className={side['part']}>{editor && <ShapeList editor={editor} />}</section>
    </aside>
  )
}
