import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { isInferenceModel, isLora, type Model } from '@vermilion/contract/models'
import { useNavigate } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { usePageActions } from '#ui/page/page-actions.ts'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { boardText } from '../board/text.ts'
import { askToDelete } from '../delete-model.ts'
import { editText } from '../edit/text.ts'
import { downloadModel, downloadOnPress } from '../download-model.ts'
import { archiveOf, contentOf } from '../model-content.ts'
import { loraText } from '../lora/text.ts'
import { text } from '../text.ts'
import { pageText } from './text.ts'

interface ModelActionsProps {
  model: Model
  onRun: () => void
  onBoard: () => void
  onDeploy: () => void
  onEdit: () => void
  onGenerate: () => void
  onConvert: () => void
  onDeleted: () => void
}

export function ModelActions(props: ModelActionsProps) {
  const { model, onRun, onBoard, onDeploy, onEdit, onGenerate, onConvert, onDeleted } = props
  const t = useText(text)
  const page = useText(pageText)
  const edit = useText(editText)
  const board = useText(boardText)
  const lora = useText(loraText)
  const navigate = useNavigate()
  const isRunnable = isInferenceModel(model)
  const tryIt = () => void navigate({ to: '/model/list/model/$id/try', params: { id: model.id } })
  const compare = () => void navigate({ to: '/model/compare', search: { models: model.id } })
  const running = isRunnable
    ? [
        { key: 'board', text: board('run'), run: onBoard },
        { key: 'deploy', text: t('deploy'), run: onDeploy },
        { key: 'convert', text: page('convert'), run: onConvert },
      ]
    : []
  const general = [
    { key: 'download', text: t('download'), run: () => void downloadModel(model, t('downloadFailed')) },
    { key: 'archive', text: t('downloadCard'), run: () => location.assign(archiveOf(model)) },
    { key: 'edit', text: edit('edit'), run: onEdit },
  ]
  const main = isRunnable
    ? [
        { key: 'run', text: t('run'), run: onRun },
        { key: 'try', text: t('tryIt'), run: tryIt },
        { key: 'compare', text: t('compare'), run: compare },
      ]
    : isLora(model)
      ? [{ key: 'generate', text: lora('generate'), run: onGenerate }]
      : []
  usePageActions([...main, ...running, ...general])
  return (
    <>
      <Button
        className={isRunnable ? 'narrow-hidden' : ''}
        icon={<DownloadOutlined aria-hidden />}
        href={contentOf(model)}
        download
        onClick={downloadOnPress(model, t('downloadFailed'))}
      >
        {t('download')}
      </Button>
      {isLora(model) && (
        <Button type="primary" onClick={onGenerate}>
          {lora('generate')}
        </Button>
      )}
      {isRunnable && (
        <>
          <Button className="narrow-hidden" onClick={compare}>
            {t('compare')}
          </Button>
          <Button onClick={tryIt}>{t('tryIt')}</Button>
          <Button type="primary" onClick={onRun}>
            {t('run')}
          </Button>
        </>
      )}
      <RowMenu
        label={t('actions', { name: model.name })}
        actions={[
          ...main.slice(2),
          ...running,
          ...general,
          { key: 'delete', text: t('delete'), danger: true, run: () => askToDelete(model, t, onDeleted) },
        ]}
      />
    </>
  )
}
