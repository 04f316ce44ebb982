import { imageKinds, type TrainingImage, taskEndpoints } from '@vermilion/contract/tasks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useText, localize } from '#lib/i18n.ts'
import { HeadingLinks } from '#ui/list/heading-links.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useImageColumns } from './image-columns.tsx'
import { labelTypes, text, labelTypeName } from './text.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { ListSource } from '#ui/list/list-source.ts'
import type { ImagesSearch } from './search.ts'
import { ImageForm } from './image-form.tsx'
import { offerOf } from '@vermilion/contract/tasks/executors'
import { say } from '@vermilion/contract/kernel/text'
import Drawer from 'antd/es/drawer'
import { useSystem } from '#lib/system.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { Facts } from '#ui/page/page.tsx'
import { Tags } from '#ui/feedback/status.tsx'
import { joinCommand } from '../create/command-line.ts'
import { CheckPanel } from './check-panel.tsx'
import { detailText } from './detail-text.ts'
import styles from './images.module.css'

const origins = ['builtIn', 'own'] as const

export function ImagesPage() {
  const t = useText(text)
  usePageTrail({ text: t('title') })
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
          options: imageKinds.map((kind) => ({ value: kind, label: t(`kind-${kind}`) })),
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
            { key: 'tasks', text: t('tasks'), to: '/compute/tasks' },
            { key: 'pools', text: t('pools'), to: '/compute/pools' },
          ]}
        />
      }
      action={{ text: t('create'), short: t('createShort'), run: () => show({ create: true }) }}
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {create && <ImageForm image={undefined} onClose={() => show({})} />}
      {edited !== undefined && <ImageForm key={edited.id} image={edited} onClose={() => show({})} />}
      {image !== undefined && <ImageDrawer image={image} onClose={() => show({})} />}
    </ListPage>
  )
}

function useImages(search: ImagesSearch): ListSource<TrainingImage> & { everything: readonly TrainingImage[] } {
  const images = useQuery(read(taskEndpoints.listTrainingImages, {}))
  const items = images.data?.filter((image) => isMatch(image, search)) ?? []
  const paging = { total: items.length, from: items.length === 0 ? 0 : 1, nextCursor: null, previousCursor: null }
  return {
    page: images.data === undefined ? undefined : { items, ...paging },
    everything: images.data ?? [],
    changing: false,
    problem: images.error,
    retry: () => void images.refetch(),
    all: async () => items,
  }
}

function isMatch(image: TrainingImage, { search = '', kind, labelType, origin }: ImagesSearch): boolean {
  const { id, name, title, address, framework, taskKind, labelTypes } = image
  const message = [name, title.en, title.zh, address, framework].join('\n').toLowerCase()
  return (
    message.includes(search.trim().toLowerCase()) &&
    (kind === undefined || taskKind === kind) &&
    (labelType === undefined || labelTypes.includes(labelType)) &&
    (origin === undefined || (id === null) === (origin === 'builtIn'))
  )
}

function ImageDrawer({ image, onClose }: { image: TrainingImage; onClose: () => void }) {
  const t = useText(text)
  const d = useText(detailText)
  const language = useSystem((system) => system.lang)
  useFocusBack()
  const parameters = Object.entries(image.parameters)
  return (
    <Drawer open title={say(image.title, language)} size={600} onClose={onClose}>
      {image.id !== null && <CheckPanel imageId={image.id} check={image.check} />}
      <h2 className={`${styles['subtitle']} title`}>{d('facts')}</h2>
      <Facts
        facts={[
          [t('name'), image.name],
          [t('address'), image.address],
          [d('framework'), image.framework],
          [t('labelTypes'), <Tags key="labels" tags={image.labelTypes.map((type) => labelTypeName(type, t))} />],
          [d('dataFormat'), image.dataFormat],
          [t('executors'), image.executors.map((executor) => localize(offerOf(executor).name, language)).join(', ')],
          [d('accelerators'), image.accelerators.length === 0 ? t('cpuOnly') : image.accelerators.join(', ')],
          [t('writes'), image.writes.length === 0 ? d('nothing') : <Tags key="writes" tags={image.writes} />],
          [
            d('parameters'),
            parameters.length === 0
              ? d('nothing')
              : parameters.map(([name, { label, default: usual, minimum, maximum }]) => (
                  <div key={name}>{d('parameter', { label: say(label, language), usual, minimum, maximum })}</div>
                )),
          ],
        ]}
      />
      <div className="margin-top-16">
        <Lines text={d('command')} lines={[joinCommand(image.command)]} />
      </div>
    </Drawer>
  )
}
