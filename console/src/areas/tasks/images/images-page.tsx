import { taskKinds } from '@vermilion/contract/tasks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useImageColumns } from './image-columns.tsx'
import { labelTypes, text } from './text.ts'
import { useImages } from './use-images.ts'
import { ImageForm } from './image-form.tsx'
import { ImageDrawer } from './image-drawer.tsx'

const origins = ['builtIn', 'own'] as const

export function ImagesPage() {
  const t = useText(text)
  usePageTrail({ words: t('title') })
  const { create = false, edit, image: namedImage, ...search } = useSearch({ from: '/shell/compute/images' })
  const navigate = useNavigate({ from: '/compute/images' })
  const images = useImages(search)
  const show = (opened: { create?: boolean; edit?: string; image?: string }) =>
    void navigate({ search: { ...search, ...opened }, replace: true })
  const columns = useImageColumns({
    onShow: ({ name }) => show({ image: name }),
    onEdit: ({ id }) => id !== null && show({ edit: id }),
    onTrain: ({ name }) => void navigate({ to: '/compute/tasks', search: { create: true, image: name } }),
  })
  const edited = images.everything.find(({ id }) => id !== null && id === edit)
  const image = images.everything.find(({ name }) => name === namedImage)
  return (
    <ListPage
      name="training-images"
      title={t('title')}
      list={images}
      columns={columns}
      rowKey={({ name }) => name}
      nameOf={({ name }) => name}
      onRow={({ name }) => show({ image: name })}
      searchLabel={t('search')}
      filters={[
        {
          kind: 'choice',
          key: 'kind',
          label: t('kind'),
          all: t('allKinds'),
          options: taskKinds.map((kind) => ({ value: kind, label: t(`kind-${kind}`) })),
        },
        {
          kind: 'choice',
          key: 'labelType',
          label: t('labelTypes'),
          all: t('allLabelTypes'),
          options: labelTypes.map((type) => ({ value: type, label: t(type) })),
        },
        {
          kind: 'choice',
          key: 'origin',
          label: t('origin'),
          all: t('allOrigins'),
          options: origins.map((origin) => ({ value: origin, label: t(origin) })),
        },
      ]}
      more={
        <HeadingLinks
          label={t('moreOfImages')}
          links={[
            { key: 'tasks', words: t('tasks'), to: '/compute/tasks' },
            { key: 'pools', words: t('pools'), to: '/compute/pools' },
          ]}
        />
      }
      action={{ words: t('create'), short: t('createShort'), run: () => show({ create: true }) }}
      empty={{ title: t('empty'), words: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {create && <ImageForm image={undefined} onClose={() => show({})} />}
      {edited !== undefined && <ImageForm key={edited.id} image={edited} onClose={() => show({})} />}
      {image !== undefined && <ImageDrawer image={image} onClose={() => show({})} />}
    </ListPage>
  )
}
