import { type SearchResult, type SearchIndex, imageSearchEndpoints } from '@vermilion/contract/image-search'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { DropZone } from '#areas/files'
import { useText } from '#lib/i18n.ts'
import { useMedia } from '#lib/media.ts'
import { notify } from '#ui/feedback/notify.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { FileBody } from '#ui/files/file-body.tsx'
import { type FileView, pictureViews } from '#ui/files/file-view.ts'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { useSelection } from '#ui/selection/selection.ts'
import { AboveResults, EmptySearch, ResultCount } from './notes.tsx'
import Button from 'antd/es/button'
import { formatNumber, formatTime } from '#lib/format.ts'
import { useSystem } from '#lib/system.ts'
import Segmented from 'antd/es/segmented'
import { SearchField } from '#ui/filter/search-field.tsx'
import { PictureField } from './picture-field.tsx'
import { useResultContent } from './result-content.tsx'
import { useScopes } from './scopes.ts'
import { isSearching, type ImageSearchSearch, isByLikeness, searchModes } from './search.ts'
import { FilterButton } from '#ui/filter/filter-button.tsx'
import { type SearchFiltersProps, FilterPanel } from './filter-panel.tsx'
import { text } from './text.ts'
import { useIndex } from './use-index.ts'
import { useResultActions } from './use-result-actions.tsx'
import { keyOf, useResults } from './use-results.ts'
import { sendBytes } from '#lib/http/send-bytes.ts'
import { IndexDrawer } from './index-drawer.tsx'
import styles from './search.module.css'

const noViews: readonly FileView[] = []

export function ImageSearchPage() {
  const t = useText(text)
  usePageTrail({ text: t('title') })
  const search = useSearch({ from: '/shell/data-set/search' })
  const navigate = useNavigate({ from: '/data-set/search' })
  const { mode, view = 'small' } = search
  const [isIndexOpen, setIndexOpen] = useState(false)
  const change = (changes: Partial<ImageSearchSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace: true })
  const searchBy = (picture: string) =>
    void navigate({
      search: (now) => ({
        ...now,
        picture,
        file: undefined,
        region: undefined,
        mode: mode === 'text' ? 'image' : mode,
      }),
    })
  const { sending, send } = useSearchPicture(searchBy)
  const results = useResults(search)
  const index = useIndex()
  const { cell, preview } = useResultContent(useScopes().spaces)
  const { placed, scope } = results
  const selection = useSelection<SearchResult>({
    list: placed,
    itemKey: keyOf,
    scope,
    onTooMany: (max) => notify.error(t('tooMany', { most: max })),
    onProblem: (problem) => notify.error(problemWords(problem)),
  })
  const { actions, dialog } = useResultActions({ selection, placed })
  const openIndex = () => setIndexOpen(true)
  const isNarrow = useMedia('(max-width: 719px)')
  usePageActions([
    { key: 'index', text: t('indexTitle'), run: openIndex },
    { key: 'build', text: t('build'), run: () => index.build() },
    ...(selection.count === 0 ? [] : actions.map((action) => ({ ...action, key: `selected ${action.key}` }))),
  ])
  return (
    <DropZone text={t('drop')} takes onDrop={({ files }) => send(files[0])}>
      <Page full>
        <PageHeading title={t('title')} note={<ResultCount search={search} results={results} index={index} />}>
          <IndexButton index={index.index} onOpen={openIndex} />
        </PageHeading>
        <FileBody<SearchResult>
          filters={
            <>
              <QueryLine search={search} sending={sending} onFile={send} onChange={change} />
              <SearchFilters search={search} index={index.index} minSimilarity={results.threshold} onChange={change} />
            </>
          }
          where={<AboveResults search={search} results={results} index={index} onChange={change} />}
          views={isSearching(search) && !isNarrow ? pictureViews : noViews}
          view={view}
          onView={(next) => change({ view: next })}
          label={t('results')}
          scope={scope}
          list={placed}
          total={placed.count}
          itemKey={keyOf}
          nameOf={({ file }) => file.path}
          cell={cell}
          preview={preview}
          selection={selection}
          fileActions={actions}
          menu={actions}
          loading={results.loading}
          problem={results.problem}
          onRetry={results.refresh}
          empty={<EmptySearch search={search} results={results} index={index} onChange={change} />}
        />
      </Page>
      {dialog}
      {isIndexOpen && <IndexDrawer onClose={() => setIndexOpen(false)} />}
    </DropZone>
  )
}

interface FiltersProps extends Omit<SearchFiltersProps, 'hasThreshold' | 'usualThreshold'> {
  index: SearchIndex | undefined
  minSimilarity: number
}

function SearchFilters({ search, index, minSimilarity, onChange }: FiltersProps) {
  const { spaces, datasets, threshold } = search
  const set = [spaces, datasets, threshold].map((one) => one !== undefined).filter(Boolean).length
  const hasThreshold = isByLikeness(search, index) && index?.indexed !== 0
  return (
    <FilterButton set={set}>
      <FilterPanel {...{ search, hasThreshold, onChange }} usualThreshold={Math.round(minSimilarity * 100)} />
    </FilterButton>
  )
}

interface IndexButtonProps {
  index: SearchIndex | undefined
  onOpen: () => void
}

function IndexButton({ index, onOpen }: IndexButtonProps) {
  const t = useText(text)
  const { lang, zone } = useSystem()
  const count = (images: number) => formatNumber(images, lang)
  const state = index && [
    t('indexedImages', { indexed: count(index.indexed), images: count(index.images) }),
    ...(index.updatedAt === null ? [] : [`${t('updated')}: ${formatTime(index.updatedAt, zone)}`]),
  ]
  return (
    <Button title={state?.join(' · ')} onClick={onOpen}>
      {t('index')}
    </Button>
  )
}

interface QueryLineProps {
  search: ImageSearchSearch
  sending: boolean
  onFile: (file: File | undefined) => void
  onChange: (changes: Partial<ImageSearchSearch>) => void
}

function QueryLine({ search, sending, onFile, onChange }: QueryLineProps) {
  const t = useText(text)
  const { mode = 'full' } = search
  return (
    <>
      <Segmented
        aria-label={t('mode')}
        value={mode}
        onChange={(next) => onChange({ mode: next === 'full' ? undefined : next })}
        options={searchModes.map((value) => ({ value, label: t(value) }))}
      />
      {mode !== 'image' && (
        <span className={styles['words']}>
          <SearchField
            value={search.words}
            label={t('words')}
            name={t('wordsName')}
            hint={t('operators')}
            width={300}
            onSearch={(words) => onChange({ words })}
          />
        </span>
      )}
      {mode !== 'text' && <PictureField search={search} sending={sending} onFile={onFile} onChange={onChange} />}
    </>
  )
}

function useSearchPicture(onSent: (picture: string) => void) {
  const t = useText(text)
  const [sending, setSending] = useState(false)
  const stopping = useRef(new AbortController())
  const send = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.type !== '' && !file.type.startsWith('image/')) return notify.error(t('noPicture', { name: file.name }))
    stopping.current.abort()
    const { signal } = (stopping.current = new AbortController())
    setSending(true)
    try {
      const options = { signal, onProgress: () => undefined }
      const { picture } = await sendBytes(imageSearchEndpoints.sendSearchPicture, {}, file, options)
      onSent(picture)
    } catch (problem) {
      if (!signal.aborted) notify.error(problemWords(problem))
    } finally {
      if (stopping.current.signal === signal) setSending(false)
    }
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const [file] = [...(event.clipboardData?.files ?? [])]
    if (file === undefined) return
    event.preventDefault()
    void send(file)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listener)
    return () => {
      removeEventListener('paste', listener)
      stopping.current.abort()
    }
  }, [])
  return { sending, send: (file: File | undefined) => void send(file) }
}
