import type { ItemFilter } from '@vermilion/contract/datasets/items'
import type { Dataset } from '@vermilion/contract/datasets'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { FilterNote } from '#areas/datasets'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { useOverlay } from '#ui/overlay/overlay.ts'
import { PageSpinner, ProblemState, State } from '#ui/feedback/states.tsx'
import { FindingPanel } from '../findings/finding-panel.tsx'
import type { useRankedImage } from '../findings/use-ranked-image.ts'
import type { StudioSearch } from '../search.ts'
import { text } from '../text.ts'
import { Canvas } from './canvas/canvas.tsx'
import { ConflictGate } from './conflict/conflict-gate.tsx'
import { ImageBar } from './image-bar.tsx'
import { PresentUsers } from './present-users.tsx'
import { runPageCommand, type StudioActions } from './page-commands.ts'
import { SaveState } from './save-state.tsx'
import { SidePanel } from './side-panel.tsx'
import { SuggestionGate } from './review/suggestion-gate.tsx'
import { useIsMineToReview } from './review/use-other-reviewer.ts'
import { OptionsBar } from './toolbar/options-bar.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import { useNextImage } from './canvas/use-next-image.ts'
import { type Item, useWorkbenchActions } from './use-actions.ts'
import { useEditor, type Work } from './canvas/use-editor.ts'
import { useImageSource } from './canvas/use-image-source.ts'
import { useTiles } from './canvas/use-tiles.ts'
import styles from './workbench.module.css'
import { ReviewBar } from './review/review-bar.tsx'
import { StudioShortcuts } from './studio-shortcuts.ts'
import { FilmStrip } from './film-strip/film-strip.tsx'
import { Minimap } from './canvas/minimap.tsx'
import { TilesNote } from './canvas/tiles-note.tsx'

interface WorkbenchProps {
  account: string
  dataset: Dataset
  item: Item | null
  ranked: ReturnType<typeof useRankedImage>
  search: StudioSearch
  filter: ItemFilter
}

// oxlint-disable-next-line max-lines-per-function -- one view, whose parts share what it reads and what was done in it
export function Workbench({ account, dataset, item, ranked, search, filter }: WorkbenchProps) {
  const t = useText(text)
  const show = useOverlay((overlay) => overlay.show)
  const { keymap, minimap } = useSystem(({ studio }) => studio)
  const labels = useMemo(() => dataset.labels.filter(({ leaving }) => !leaving), [dataset.labels])
  const work = useEditor({
    account,
    image: item?.available ? item : undefined,
    labels,
    labelType: dataset.labelType,
  })
  const open = work.kind === 'open' ? work : null
  // Remounting the toolbar would take longer than the rest of the change.
  const visibleEditor = open?.editor ?? (work.kind === 'opening' && item?.available !== false ? work.left : null)
  const navigate = useNavigate()
  const showAll = () => void navigate({ to: '.', search: {}, replace: true })
  const { isClosing, review, ...actions } = useWorkbenchActions({
    account,
    item,
    filter,
    open,
    onHelp: () => show('shortcuts'),
  })
  const image = useImageSource(item)
  const { source } = image
  const tiles = useTiles(item)
  const ahead = useNextImage(account, item, filter)
  const isToReview = useIsMineToReview(item, dataset)
  return (
    <div className={`${styles['studio']} grid full-height`}>
      <StudioShortcuts labelType={dataset.labelType} />
      <div className={`${styles['bars']} flex all-columns min-width-0 border-bottom ground-panel`}>
        {visibleEditor ? (
          <OptionsBar
            editor={visibleEditor}
            labels={labels}
            isClosing={isClosing || !open}
            place={open && item && { datasetId: item.datasetId, itemId: item.id }}
          />
        ) : (
          <div style={{ minHeight: 42 }} />
        )}
        <ImageBar
          path={item?.path ?? ''}
          status={item?.status ?? 'to-label'}
          filterNote={
            Object.keys(filter).length > 0 && <FilterNote dataset={dataset} search={search} onClear={showAll} />
          }
          position={item?.position ?? 0}
          total={item?.total ?? dataset.fileCount}
          actions={actions}
          hasPrevious={(item?.previousId ?? null) !== null}
          hasNext={(item?.nextId ?? null) !== null}
          canSave={open !== null}
          isToReview={isToReview}
        >
          {/* Of two children with one key, React would leave the ones of the image before where they are. */}
          {item?.available && <PresentUsers key={`present-${item.id}`} itemId={item.id} />}
          {open && <SaveState sync={open.sync} />}
          {open && item?.status === 'to-label' && <SuggestionGate editor={open.editor} isClosing={isClosing} />}
          {open && item && item.status !== 'to-label' && (
            <ReviewBar
              key={`review-${item.id}`}
              item={item}
              {...open}
              isClosing={isClosing}
              isMine={isToReview}
              onReview={review}
            />
          )}
        </ImageBar>
      </div>
      <div className={`${styles['tools']} row-2 grid`} inert={isClosing || !open}>
        {visibleEditor && <Toolbar editor={visibleEditor} onHelp={actions.help} />}
      </div>
      <div className="relative row-2 min-width-0 column-2 ground-image narrow-column-1">
        <Canvas
          editor={open?.editor ?? null}
          source={source}
          tiles={tiles.source}
          isClosing={isClosing}
          ahead={ahead}
          name={t('canvas')}
          onKey={(combination, repeat) =>
            runPageCommand({ combination, repeat }, keymap, isClosing ? actionsWhileClosing(actions) : actions)
          }
          onImage={image.note}
        />
        {open && item && minimap && <Minimap editor={open.editor} fileId={item.fileId} />}
        {open && tiles.missing !== null && <TilesNote missing={tiles.missing} />}
        {open && search.errors !== undefined && ranked !== undefined && ranked.item.id === item?.id && (
          <FindingPanel
            key={`findings-${item.id}`}
            rankingId={search.errors}
            image={ranked}
            editor={open.editor}
            labels={labels}
          />
        )}
        <Cover item={item} work={work} image={image} />
        {isClosing && (
          <div className={`${styles['leaving']} centered absolute inset-0 no-pointer`}>
            <PageSpinner />
          </div>
        )}
      </div>
      {item && <FilmStrip item={item} filter={filter} />}
      <SidePanel
        editor={visibleEditor}
        dataset={dataset}
        labels={labels}
        item={item}
        isClosing={isClosing || !open}
        onDone={actions.save}
      />
      {open && item && <ConflictGate {...open} image={{ source, width: item.width, height: item.height }} />}
    </div>
  )
}

/** Commands available while an image is being left. A second press of next must not skip an image. */
const actionsWhileClosing = ({ save, copyPrevious, help }: StudioActions): StudioActions => {
  const stay = (): void => undefined
  return { save, copyPrevious, help, next: stay, previous: stay }
}

function Cover({ item, work, image }: { item: Item | null; work: Work; image: ReturnType<typeof useImageSource> }) {
  const t = useText(text)
  const label = coverOf(item, work, image.isFailed)
  if (label === null) return null
  const problem = work.kind === 'failed' ? work : label === 'imageFailed' && image.problem !== null ? image : null
  return (
    <div className={`${styles['over']} centered absolute inset-0 no-pointer`}>
      {label === 'opening' && <LateSpinner />}
      {problem !== null && (
        <div className="padding-4-12 radius-10 ground-panel">
          <ProblemState problem={problem.problem} onRetry={problem.retry} />
        </div>
      )}
      {problem === null && (label === 'imageGone' || label === 'imageFailed') && (
        <div className="padding-4-12 radius-10 ground-panel">
          <State title={t(label)} text={t(`${label}Words`)} />
        </div>
      )}
    </div>
  )
}

/** Milliseconds before a spinner appears; most images load faster. */
const SPINNER_DELAY = 200

function LateSpinner() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, SPINNER_DELAY, true)
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
