import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { FoundNote, type ImageFilter } from '#areas/datasets'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { useSystem } from '#lib/system.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { PageSpinner, ProblemState, State } from '#ui/feedback/states.tsx'
import { text } from '../text.ts'
import { Canvas } from './canvas/canvas.tsx'
import { ConflictGate } from './conflict/conflict-gate.tsx'
import { ImageBar } from './image-bar.tsx'
import { Others } from './present-users.tsx'
import { runPageCommand, type StudioDeeds } from './page-commands.ts'
import { SaveState } from './save-state.tsx'
import { Side } from './side-panel.tsx'
import { SuggestionGate } from './review/suggestion-gate.tsx'
import { Strip } from './toolbar/options-bar.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useAhead } from './canvas/use-next-image.ts'
import { type Item, useDeeds } from './use-actions.ts'
import { useEditor, type Work } from './canvas/use-editor.ts'
import { useStudioShortcuts } from './use-studio-shortcuts.ts'
import { addressOfImage } from './canvas/image-address.ts'
import { type Tiles, useTiles } from './canvas/use-tiles.ts'
import styles from './workbench.module.css'

const ReviewBar = lazyPart(async () => (await import('./review/review-bar.tsx')).ReviewBar)
const Minimap = lazyPart(async () => (await import('./canvas/minimap.tsx')).Minimap)
const TilesNote = lazyPart<{ missing: NonNullable<Tiles['missing']> }>(
  async () => (await import('./canvas/tiles-note.tsx')).TilesNote,
)

interface WorkbenchProps {
  account: string
  dataset: Dataset
  /** Null while the next image is being asked for. */
  item: Item | null
  /** Which images next and previous look among, as the address has it, and as the server takes it. */
  search: ImageFilter
  filter: ItemFilter
}

/** Toolbar, canvas, labels and shapes around one image after another. */
export function Workbench({ account, dataset, item, search, filter }: WorkbenchProps) {
  const t = useText(text)
  const show = useOverlay((overlay) => overlay.show)
  useStudioShortcuts()
  const { keymap, minimap } = useSystem(({ studio }) => studio)
  const labels = useMemo(() => dataset.labels.filter(({ leaving }) => !leaving), [dataset.labels])
  const [broken, setBroken] = useState<string | null>(null)
  const work = useEditor({
    account,
    image: item?.available ? item : undefined,
    labels,
    labelType: dataset.labelType,
  })
  const open = work.kind === 'open' ? work : null
  // Taking the tools off the page and putting them on it anew would take longer than all the rest of a change.
  const shown = open?.editor ?? (work.kind === 'opening' && item?.available !== false ? work.left : null)
  const navigate = useNavigate()
  const showAll = () => void navigate({ to: '.', search: {}, replace: true })
  const { leaving, review, ...deeds } = useDeeds({ account, item, filter, open, onHelp: () => show('shortcuts') })
  const source = item ? addressOfImage(item) : ''
  const tiles = useTiles(item)
  const ahead = useAhead(account, item, filter)
  return (
    <div className={styles['studio']}>
      <ImageBar
        path={item?.path ?? ''}
        status={item?.status ?? 'to-label'}
        found={Object.keys(filter).length > 0 && <FoundNote dataset={dataset} search={search} onClear={showAll} />}
        position={item?.position ?? 0}
        total={item?.total ?? dataset.fileCount}
        deeds={deeds}
        hasPrevious={(item?.previousId ?? null) !== null}
        hasNext={(item?.nextId ?? null) !== null}
        canSave={open !== null}
      >
        {item?.available && <Others key={item.id} itemId={item.id} />}
        {open && <SaveState sync={open.sync} />}
        {open && item?.status === 'to-label' && <SuggestionGate editor={open.editor} leaving={leaving} />}
        {open && item && item.status !== 'to-label' && (
          <ReviewBar key={item.id} item={item} {...open} leaving={leaving} onReview={review} />
        )}
      </ImageBar>
      {shown ? (
        <Strip editor={shown} labels={labels} leaving={leaving || !open} />
      ) : (
        <div className={styles['stripPlace']} />
      )}
      <div className={styles['tools']} inert={leaving || !open}>
        {shown && <Toolbar editor={shown} onHelp={deeds.help} />}
      </div>
      <div className={styles['ground']}>
        <Canvas
          editor={open?.editor ?? null}
          source={source}
          tiles={tiles.source}
          leaving={leaving}
          ahead={ahead}
          name={t('canvas')}
          onKey={(combination, repeat) =>
            runPageCommand({ combination, repeat }, keymap, leaving ? resting(deeds) : deeds)
          }
          onImage={(outcome) => setBroken(outcome === 'failed' ? source : null)}
        />
        {open && item && minimap && <Minimap editor={open.editor} fileId={item.fileId} />}
        {open && tiles.missing !== null && <TilesNote missing={tiles.missing} />}
        <Cover item={item} work={work} broken={broken === source} />
        {leaving && (
          <div className={styles['leaving']}>
            <PageSpinner />
          </div>
        )}
      </div>
      <Side
        editor={shown}
        dataset={dataset}
        labels={labels}
        item={item}
        leaving={leaving || !open}
        onDone={deeds.save}
      />
      {open && item && <ConflictGate {...open} image={{ source, width: item.width, height: item.height }} />}
    </div>
  )
}

/** What keys can still do while an image is being left: one that was pressed for it must not skip the next. */
const resting = ({ save, copyPrevious, help }: StudioDeeds): StudioDeeds => {
  const stay = (): void => undefined
  return { save, copyPrevious, help, next: stay, previous: stay }
}

/** What lies over the canvas while there is no image to see. */
function Cover({ item, work, broken }: { item: Item | null; work: Work; broken: boolean }) {
  const t = useText(text)
  const words = coverOf(item, work, broken)
  if (words === null) return null
  return (
    <div className={styles['over']}>
      {words === 'opening' && <LateSpinner />}
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

/** Milliseconds after which whoever waits is told so: most images are there before. */
const PATIENCE = 200

function LateSpinner() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, PATIENCE, true)
    return () => clearTimeout(timer)
  }, [])
  return late && <PageSpinner />
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
