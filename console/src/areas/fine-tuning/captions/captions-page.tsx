import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { captionEndpoints, type CaptionedPicture } from '@vermilion/contract/fine-tunings/captions'
import type { Page as ListedPage } from '@vermilion/contract/kernel/page'
import { isInPlace, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import Segmented from 'antd/es/segmented'
import { type ReactNode, useState } from 'react'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { formatNumber } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { CaptionCard } from './caption-card.tsx'
import styles from './captions.module.css'
import { useHeldPictures } from './held-pictures.ts'
import { captionText } from './text.ts'
import { ChangeBar } from './change-bar.tsx'
import { ServiceCaptions } from './service-captions.tsx'

/** Milliseconds between calls while captions remain uncounted. */
const countEvery = 1_000

export function CaptionsPage() {
  const t = useText(captionText)
  const { space, folder = '', captioned } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  const { page, spaceQuery, counted } = useCaptions(space, folder)
  const total = counted.data?.pictures ?? (captioned === undefined ? page.data?.total : undefined)
  usePageTrail({ text: t('title') })
  return (
    <Page>
      <PageHeading
        title={t('title')}
        note={
          <>
            {(total !== undefined ? total > 0 : counted.error !== null && page.error === null) && (
              <Captioned counted={counted} />
            )}
            <p className="line-of-its-own text-secondary">{t('words')}</p>
          </>
        }
      >
        {total !== undefined && total > 0 && (
          <Button
            type="primary"
            onClick={() =>
              void navigate({
                to: '/fineTuning/tasks',
                search: { create: true, space, folder: folder === '' ? undefined : folder },
              })
            }
          >
            {t('toForm')}
          </Button>
        )}
      </PageHeading>
      <Pictures
        key={`${space}/${folder}/${captioned}`}
        spaceId={space}
        folder={folder}
        page={page}
        space={spaceQuery}
        count={total ?? page.data?.total ?? 0}
        fields={<PlaceFields space={space} folder={folder} />}
      />
    </Page>
  )
}

interface CaptionedProps {
  counted: ReturnType<typeof useCaptions>['counted']
}

function Captioned({ counted }: CaptionedProps) {
  const t = useText(captionText)
  const language = useSystem((system) => system.lang)
  if (counted.data === undefined && counted.error === null) return <Bone width={260} />
  if (counted.data === undefined)
    return (
      <span className="inline-row wrap gap-8 text-error-text font-13" role="alert">
        {t('notCounted', { reason: problemWords(counted.error) })}
        <Button size="small" onClick={() => void counted.refetch()}>
          {t('again')}
        </Button>
      </span>
    )
  const { captioned, pictures, unread } = counted.data
  return (
    <span className="note grid gap-10 align-center" style={{ gridTemplateColumns: 'auto minmax(0, 200px) auto' }}>
      <span aria-hidden>{t('captioned')}</span>
      <LoadMeter
        bare
        isShare
        name={t('captioned')}
        share={captioned / pictures}
        value={`${formatNumber(captioned, language)} / ${formatNumber(pictures, language)}`}
      />
      {unread > 0 && <span>{t('counting', { count: unread })}</span>}
    </span>
  )
}

type Choice = 'all' | 'without' | 'with'

function PlaceFields({ space, folder }: { space: string | undefined; folder: string }) {
  const { captioned } = useSearch({ from: '/shell/fineTuning/captions' })
  const t = useText(captionText)
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  return (
    <div className={`${styles['place']} grid align-center`}>
      <label htmlFor="captions-space">{t('space')}</label>
      <SpaceSelect
        id="captions-space"
        {...(space === undefined ? {} : { value: space })}
        onChange={(next) => void navigate({ search: { space: next } })}
      />
      <label htmlFor="captions-folder">{t('folder')}</label>
      <FolderField
        id="captions-folder"
        spaceId={space}
        value={folder}
        onChange={(next) => void navigate({ search: { space, folder: next, captioned }, replace: true })}
      />
      {space !== undefined && (
        <Segmented<Choice>
          className={styles['shown'] ?? ''}
          aria-label={t('shown')}
          value={captioned === undefined ? 'all' : captioned ? 'with' : 'without'}
          options={(['all', 'without', 'with'] as const).map((value) => ({ value, label: t(`shown-${value}`) }))}
          onChange={(choice) =>
            void navigate({
              search: { space, folder, captioned: choice === 'all' ? undefined : choice === 'with' },
              replace: true,
            })
          }
        />
      )}
    </div>
  )
}

function useCaptions(spaceId: string | undefined, folder: string) {
  const { cursor, captioned } = useSearch({ from: '/shell/fineTuning/captions' })
  const limit = useSystem((system) => system.pageSize)
  const query = {
    folder,
    limit,
    ...(captioned === undefined ? {} : { captioned }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const params = { spaceId: spaceId ?? '' }
  const enabled = spaceId !== undefined
  const page = useQuery({ ...readList(captionEndpoints.listCaptions, { params, query }), enabled })
  const spaceQuery = useQuery({ ...read(spaceEndpoints.getSpace, { params }), enabled })
  // Counted separately from the page, because many pictures take several calls.
  const counted = useQuery({
    ...read(captionEndpoints.countCaptions, { params, query: { folder } }),
    enabled,
    refetchInterval: ({ state: { data } }) => ((data?.unread ?? 0) > 0 ? countEvery : false),
  })
  return { page, spaceQuery, counted }
}

interface PicturesProps {
  spaceId: string | undefined
  folder: string
  page: ReturnType<typeof useCaptions>['page']
  space: ReturnType<typeof useCaptions>['spaceQuery']
  count: number
  fields: ReactNode
}

function Pictures({ spaceId, folder, page, space, count, fields }: PicturesProps) {
  const t = useText(captionText)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isEditing, setEditing] = useState(false)
  const isFixed = space.data !== undefined && isInPlace(space.data)
  const hasTools = spaceId !== undefined && count > 0 && space.data !== undefined && !isFixed
  const tools = hasTools && (
    <Button aria-expanded={isEditing} aria-controls="captions-changes" onClick={() => setEditing(!isEditing)}>
      {t('bulkEdit')} <DownOutlined aria-hidden rotate={isEditing ? 180 : 0} />
    </Button>
  )
  return (
    <>
      <div className="wrapping-row justify-between margin-bottom-16" style={{ gap: '10px 16px' }}>
        {fields}
        {hasTools && (
          <ServiceCaptions spaceId={spaceId} folder={folder} count={count} selected={selected}>
            {tools}
          </ServiceCaptions>
        )}
      </div>
      {hasTools && isEditing && <ChangeBar id="captions-changes" spaceId={spaceId} folder={folder} count={count} />}
      {isFixed && <p className="margin-0-0-16 text-tertiary">{t('inPlace')}</p>}
      <CaptionGate spaceId={spaceId} page={page} space={space}>
        {(pictures, id) => (
          <PicturePage
            spaceId={id}
            pictures={pictures}
            isFixed={isFixed}
            selected={selected}
            onSelected={setSelected}
          />
        )}
      </CaptionGate>
    </>
  )
}

interface PicturePageProps {
  spaceId: string
  pictures: ListedPage<CaptionedPicture>
  isFixed: boolean
  selected: readonly string[]
  onSelected: (change: (now: readonly string[]) => readonly string[]) => void
}

function PicturePage({ spaceId, pictures, isFixed, selected, onSelected }: PicturePageProps) {
  const { cursor = '' } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  const { shown, hold } = useHeldPictures(pictures.items, cursor)
  return (
    <>
      <ul
        className="grid gap-16 margin-bottom-16"
        style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}
      >
        {shown.map((picture) => (
          <CaptionCard
            key={picture.fileId}
            spaceId={spaceId}
            picture={picture}
            isFixed={isFixed}
            isSelected={selected.includes(picture.fileId)}
            onSaved={hold}
            onSelect={(isSelected) =>
              onSelected((now) => [
                ...now.filter((fileId) => fileId !== picture.fileId),
                ...(isSelected ? [picture.fileId] : []),
              ])
            }
          />
        ))}
      </ul>
      <Pager page={pictures} onCursor={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })} />
    </>
  )
}

interface CaptionGateProps extends Pick<PicturesProps, 'spaceId' | 'page' | 'space'> {
  children: (pictures: NonNullable<PicturesProps['page']['data']>, spaceId: string) => ReactNode
}

function CaptionGate({ spaceId, page, space, children }: CaptionGateProps) {
  const t = useText(captionText)
  const { captioned } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  if (spaceId === undefined) return <State title={t('noSpace')} text={t('noSpaceWords')} />
  if (space.error !== null) return <ProblemState problem={space.error} onRetry={() => void space.refetch()} />
  if (page.error !== null) return <ProblemState problem={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined || space.data === undefined) return <Bone height={300} />
  if (page.data.total === 0 && captioned !== undefined)
    return (
      <State title={t(captioned ? 'noneWith' : 'noneWithout')}>
        <Button onClick={() => void navigate({ search: (now) => ({ ...now, captioned: undefined }), replace: true })}>
          {t('showAll')}
        </Button>
      </State>
    )
  if (page.data.total === 0) return <State title={t('empty')} text={t('emptyWords')} />
  return children(page.data, spaceId)
}
