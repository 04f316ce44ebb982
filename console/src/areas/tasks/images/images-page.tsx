import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { taskEndpoints } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { lazyPart } from '#lib/loading/lazy-part.tsx'
import { read } from '#lib/query.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { usePageActions } from '#ui/page/page-actions.ts'
import { Page, PageHeading } from '#ui/page/page.tsx'
import { PartialStrip, State } from '#ui/feedback/states.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useImageColumns } from './image-columns.tsx'
import { text } from './text.ts'

const ImageForm = lazyPart(async () => (await import('./image-form.tsx')).ImageForm)
const ImageDrawer = lazyPart(async () => (await import('./image-drawer.tsx')).ImageDrawer)

/** What tasks can run: the images that come with the product, and those of one's own. */
export function ImagesPage() {
  const t = useText(text)
  usePageTrail({ words: t('title') })
  const { create = false, edit, image: shownName } = useSearch({ from: '/shell/compute/images' })
  const navigate = useNavigate({ from: '/compute/images' })
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const show = (search: { create?: boolean; edit?: string; image?: string }) => void navigate({ search, replace: true })
  const add = () => show({ create: true })
  const columns = useImageColumns({
    onShow: ({ name }) => show({ image: name }),
    onEdit: ({ id }) => id !== null && show({ edit: id }),
  })
  usePageActions([{ key: 'main', words: t('create'), run: add, shortcut: 'c' }])
  const edited = images.data?.find(({ id }) => id !== null && id === edit)
  const image = images.data?.find(({ name }) => name === shownName)
  return (
    <Page>
      <PageHeading title={t('title')} count={images.data?.length}>
        <Link to="/compute/tasks">{t('tasks')}</Link>
        <Link to="/compute/pools">{t('pools')}</Link>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
          {t('create')}
        </Button>
      </PageHeading>
      {images.error !== null && images.data !== undefined && (
        <PartialStrip problem={images.error} onRetry={() => void images.refetch()} />
      )}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={images.data}
        rowKey={({ name }) => name}
        problem={images.error}
        onRetry={() => void images.refetch()}
        onRow={({ name }) => show({ image: name })}
        empty={<State title={t('empty')} words={t('emptyWords')} />}
      />
      {create && <ImageForm image={undefined} onClose={() => show({})} />}
      {edited !== undefined && <ImageForm key={edited.id} image={edited} onClose={() => show({})} />}
      {image !== undefined && <ImageDrawer image={image} onClose={() => show({})} />}
    </Page>
  )
}
