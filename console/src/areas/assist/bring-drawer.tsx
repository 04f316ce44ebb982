import { assistEndpoints, type AssistModel } from '@vermilion/contract/assist/endpoints'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { SpaceSelect } from '#areas/spaces'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { refresh } from '#lib/query.ts'
import { Lines } from '#ui/clipboard/copyable-lines.tsx'
import { notify } from '#ui/feedback/notify.tsx'
import { FormDrawer } from '#ui/form/form-drawer.tsx'
import { text } from './text.ts'

interface Typed {
  spaceId: string
  path: string
}

/** The timeout for copying and checking some hundred MiB, in milliseconds. */
const copyTime = 15 * 60_000

export function BringDrawer({ model, onClose }: { model: AssistModel; onClose: () => void }) {
  const t = useText(text)
  const { id, name, repository, files } = model
  const example = `${id}.zip`
  return (
    <FormDrawer<Typed, AssistModel>
      open
      draft={`bring:${id}`}
      title={t('bringTitle', { name })}
      action={t('bringAction')}
      failure={t('bringFailed')}
      initial={{ path: '' }}
      submit={(body) =>
        call(assistEndpoints.bringAssistModel, { params: { modelId: id }, body }, { timeout: copyTime })
      }
      fieldOf={{
        'assist-model.nothing-there': 'path',
        'assist-model.file-missing': 'path',
        'assist-model.damaged': 'path',
        'space.not-found': 'spaceId',
      }}
      onClose={onClose}
      onDone={() => {
        notify.success(t('brought', { name }))
        void refresh('/assist-models')
        onClose()
      }}
    >
      <Lines lines={files} words={t('bringWords', { repository })} />
      <div className="margin-top-20">
        <Form.Item name="spaceId" label={t('space')} rules={[{ required: true, message: t('spaceMissing') }]}>
          <SpaceSelect />
        </Form.Item>
        <Form.Item
          name="path"
          label={t('path')}
          extra={t('pathHint', { example })}
          rules={[{ required: true, whitespace: true, message: t('pathMissing') }]}
        >
          <Input maxLength={1_000} />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}
