import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { captionEndpoints } from '@vermilion/contract/fine-tunings/captions'
import { isInPlace, spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { type ReactNode, useState } from 'react'
import { FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read, readList } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { Bone, ProblemState, State } from '#ui/feedback/states.tsx'
import { LoadMeter } from '#ui/meter/load-meter.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { CaptionCard } from './caption-card.tsx'
import styles from './captions.module.css'
import { captionText } from './text.ts'

const ChangeBar = lazyPart(async () => (await import('./change-bar.tsx')).ChangeBar)
const ServiceCaptions = lazyPart(async () => (await import('./service-captions.tsx')).ServiceCaptions)

/** The pictures of a folder with their captions, to be written and changed all at once. */
export function CaptionsPage() {
  const t = useText(captionText)
  const { space, folder = '' } = useSearch({ from: '/shell/fineTuning/captions' })
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  const { page, spaceQuery, captioned } = useCaptions(space, folder)
  const total = page.data?.total
  usePageTrail({ words: t('title') })
  return (
    <Page>
      <PageHeading
        title={t('title')}
        note={
          <>
            {total !== undefined && total > 0 && <Captioned captioned={captioned} total={total} />}
            <p className={styles['words']}>{t('words')}</p>
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
        key={`${space}/${folder}`}
        spaceId={space}
        folder={folder}
        page={page}
        space={spaceQuery}
        fields={<PlaceFields space={space} folder={folder} />}
      />
    </Page>
  )
}

/** How many pictures have a caption, of how many. */
function Captioned({ captioned, total }: { captioned: number | null; total: number }) {
  const t = useText(captionText)
  const language = useSystem((system) => system.lang)
  const done = captioned === null ? unknownValue : formatNumber(captioned, language)
  return (
    <span className={styles['captioned']}>
      <span aria-hidden>{t('captioned')}</span>
      <LoadMeter
        bare
        part
        name={t('captioned')}
        share={captioned === null ? null : captioned / total}
        value={`${done} / ${formatNumber(total, language)}`}
      />
    </span>
  )
}

function PlaceFields({ space, folder }: { space: string | undefined; folder: string }) {
  const t = useText(captionText)
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  return (
    <div className={styles['place']}>
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
        onChange={(next) => void navigate({ search: { space, folder: next }, replace: true })}
      />
    </div>
  )
}

function useCaptions(spaceId: string | undefined, folder: string) {
  const { cursor } = useSearch({ from: '/shell/fineTuning/captions' })
  const limit = useSystem((system) => system.pageSize)
  const query = { folder, limit, ...(cursor === undefined ? {} : { cursor }) }
  const params = { spaceId: spaceId ?? '' }
  const enabled = spaceId !== undefined
  const page = useQuery({ ...readList(captionEndpoints.listCaptions, { params, query }), enabled })
  const spaceQuery = useQuery({ ...read(spaceEndpoints.getSpace, { params }), enabled })
  // Beside the page and not before it: of many pictures it takes a while.
  const counted = useQuery({ ...read(captionEndpoints.countCaptions, { params, query: { folder } }), enabled })
  return { page, spaceQuery, captioned: counted.data?.captioned ?? null }
}

interface PicturesProps {
  spaceId: string | undefined
  folder: string
  page: ReturnType<typeof useCaptions>['page']
  space: ReturnType<typeof useCaptions>['spaceQuery']
  /** Which pictures: on the line of the tools. */
  fields: ReactNode
}

function Pictures({ spaceId, folder, page, space, fields }: PicturesProps) {
  const t = useText(captionText)
  const navigate = useNavigate({ from: '/fineTuning/captions' })
  const [selected, setSelected] = useState<readonly string[]>([])
  const [isEditing, setEditing] = useState(false)
  const count = page.data?.total ?? 0
  const isFixed = space.data !== undefined && isInPlace(space.data)
  const hasTools = spaceId !== undefined && count > 0 && space.data !== undefined && !isFixed
  const tools = hasTools && (
    <Button aria-expanded={isEditing} aria-controls="captions-changes" onClick={() => setEditing(!isEditing)}>
      {t('bulkEdit')} <DownOutlined aria-hidden rotate={isEditing ? 180 : 0} />
    </Button>
  )
  return (
    <>
      <div className={styles['tools']}>
        {fields}
        {hasTools && (
          <ServiceCaptions spaceId={spaceId} folder={folder} count={count} selected={selected}>
            {tools}
          </ServiceCaptions>
        )}
      </div>
      {hasTools && isEditing && <ChangeBar id="captions-changes" spaceId={spaceId} folder={folder} count={count} />}
      {isFixed && <p className={styles['quiet']}>{t('inPlace')}</p>}
      <CaptionGate spaceId={spaceId} page={page} space={space}>
        {(pictures, id) => (
          <>
            <ul className={styles['grid']}>
              {pictures.items.map((picture) => (
                <CaptionCard
                  key={picture.fileId}
                  spaceId={id}
                  picture={picture}
                  isFixed={isFixed}
                  isSelected={selected.includes(picture.fileId)}
                  onSelect={(isSelected) =>
                    setSelected((now) => [
                      ...now.filter((fileId) => fileId !== picture.fileId),
                      ...(isSelected ? [picture.fileId] : []),
                    ])
                  }
                />
              ))}
            </ul>
            <Pager
              page={pictures}
              onCursor={(next) => void navigate({ search: (now) => ({ ...now, cursor: next }) })}
            />
          </>
        )}
      </CaptionGate>
    </>
  )
}

interface CaptionGateProps extends Pick<PicturesProps, 'spaceId' | 'page' | 'space'> {
  children: (pictures: NonNullable<PicturesProps['page']['data']>, spaceId: string) => ReactNode
}

/** The pictures, or why there are none. */
function CaptionGate({ spaceId, page, space, children }: CaptionGateProps) {
  const t = useText(captionText)
  if (spaceId === undefined) return <State title={t('noSpace')} words={t('noSpaceWords')} />
  if (space.error !== null) return <ProblemState problem={space.error} onRetry={() => void space.refetch()} />
  if (page.error !== null) return <ProblemState problem={page.error} onRetry={() => void page.refetch()} />
  if (page.data === undefined || space.data === undefined) return <Bone height={300} />
  if (page.data.total === 0) return <State title={t('empty')} words={t('emptyWords')} />
  return children(page.data, spaceId)
}
