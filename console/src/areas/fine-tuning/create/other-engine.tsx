import { repositoryBase } from '@vermilion/contract/fine-tunings/starter'
import { isStored, modelEndpoints } from '@vermilion/contract/models'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import styles from './create.module.css'
import { engineText } from './engine-text.ts'

export function OtherEngine({ engine: { id } }: { engine: Pick<TrainingImage, 'id'> }) {
  const t = useText(engineText)
  const { data } = useQuery(read(modelEndpoints.listModels, { query: { type: 'stored-model', limit: 200 } }))
  const checkpoints = data?.items.filter((one) => isStored(one) && one.format === 'safetensors') ?? []
  const names = [...new Set(checkpoints.map(({ name }) => name))]
  const isOwn = id !== null
  return (
    <>
      <div className={`${styles['engine']} block margin-bottom-20 padding-12-14 border radius-10`}>
        <strong>{t(isOwn ? 'ownTitle' : 'diffusersTitle')}</strong>
        <p className="text-secondary">{t(isOwn ? 'ownWords' : 'diffusersWords')}</p>
        <Link to="/compute/images">{t('toImages')}</Link>
      </div>
      <Form.Item
        name="base"
        label={t('base')}
        extra={t(isOwn ? 'baseHintOwn' : 'baseHint')}
        rules={[{ required: true, whitespace: true, message: t('baseMissing') }]}
      >
        <Input
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          list="fine-tuning-bases"
          placeholder={t('baseExample')}
        />
      </Form.Item>
      <datalist id="fine-tuning-bases">
        {names.map((name) => (
          <option key={name} value={`${repositoryBase}${name}`}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
