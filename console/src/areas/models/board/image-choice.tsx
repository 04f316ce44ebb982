import { datasetItemEndpoints } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { visibleName } from '#lib/visible-name.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import styles from './board.module.css'
import { boardText } from './text.ts'

interface ImageChoiceProps {
  source: { kind: 'dataset'; id: string } | { kind: 'space'; id: string; folder: string }
  id?: string
  /** Ids of a dataset's items, or of a data space's files. */
  value?: readonly string[]
  onChange?: (ids: string[]) => void
}

const pageSize = 60

interface Picture {
  id: string
  fileId: string
  path: string
}

export function ImageChoice(props: ImageChoiceProps) {
  return props.source.kind === 'dataset' ? (
    <DatasetImages {...props} datasetId={props.source.id} />
  ) : (
    <SpaceImages {...props} spaceId={props.source.id} folder={props.source.folder} />
  )
}

type FieldProps = Omit<ImageChoiceProps, 'source'>

function DatasetImages({ datasetId, ...field }: FieldProps & { datasetId: string }) {
  const pages = readPages(datasetItemEndpoints.listItems, { params: { datasetId }, query: { limit: pageSize } })
  const items = useInfiniteQuery(pages)
  const pictures = items.data?.pages.flatMap((page) => page.items.map(({ id, fileId, path }) => ({ id, fileId, path })))
  return <Pictures {...field} pictures={pictures} list={items} />
}

function SpaceImages({ spaceId, folder, ...field }: FieldProps & { spaceId: string; folder: string }) {
  const query = { limit: pageSize, kind: 'image' as const, recursive: 'true' as const, folder }
  const pages = readPages(fileEndpoints.listFiles, { params: { spaceId }, query })
  const files = useInfiniteQuery(pages)
  const pictures = files.data?.pages.flatMap((page) => page.items.map(({ id, path }) => ({ id, fileId: id, path })))
  return <Pictures {...field} pictures={pictures} list={files} />
}

interface PicturesProps extends FieldProps {
  pictures: readonly Picture[] | undefined
  list: { error: Error | null; hasNextPage: boolean; fetchNextPage: () => unknown; refetch: () => unknown }
}

function Pictures({ pictures, list, id, value = [], onChange }: PicturesProps) {
  const t = useText(boardText)
  if (pictures === undefined) return <QueryState query={list} height={200} failure={t('imagesFailed')} />
  const selected = new Set(value)
  const toggle = (picture: string) => onChange?.([...selected.symmetricDifference(new Set([picture]))])
  return (
    <fieldset id={id} className="margin-0 padding-0 border-0" aria-label={t('choice')}>
      <p className="row gap-8 margin-bottom-8">
        <span className="grow">{t('chosen', { count: selected.size })}</span>
        <Button size="small" onClick={() => onChange?.(pictures.map((picture) => picture.id))}>
          {t('chooseFirst', { count: pictures.length })}
        </Button>
        <Button size="small" disabled={selected.size === 0} onClick={() => onChange?.([])}>
          {t('clear')}
        </Button>
      </p>
      <div className={`${styles['pictures']} grid gap-6 max-height-260 margin-bottom-8 scroll`}>
        {pictures.map((picture) => (
          <label
            className="relative cursor-pointer"
            style={{ aspectRatio: 1 }}
            key={picture.id}
            title={visibleName(picture.path)}
          >
            <input
              className="absolute top-6 left-6 height-16 margin-0 accent-primary"
              style={{ width: 16 }}
              type="checkbox"
              checked={selected.has(picture.id)}
              onChange={() => toggle(picture.id)}
            />
            <img
              className="full radius-6 ground-tertiary object-cover"
              src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId: picture.fileId } })}
              alt={picture.path}
              loading="lazy"
            />
          </label>
        ))}
      </div>
      {list.hasNextPage && (
        <Button size="small" onClick={() => void list.fetchNextPage()}>
          {t('moreImages')}
        </Button>
      )}
    </fieldset>
  )
}
