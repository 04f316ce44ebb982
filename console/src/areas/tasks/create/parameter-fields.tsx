import { say } from '@vermilion/contract/kernel/text'
import type { TrainingImage } from '@vermilion/contract/tasks'
import Form from 'antd/es/form'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './create.module.css'
import { foldedText } from './folded-text.ts'

export function ParameterFields({ image }: { image: Pick<TrainingImage, 'parameters'> }) {
  const t = useText(foldedText)
  const language = useSystem((system) => system.lang)
  return (
    <div className={`${styles['two']} grid columns-2 gap-0-14`}>
      {Object.entries(image.parameters).map(([name, { kind, label, hint, minimum, maximum, step = null }]) => (
        <Form.Item
          key={name}
          name={['parameters', name]}
          label={say(label, language)}
          extra={hint === undefined ? undefined : say(hint, language)}
          rules={[
            {
              required: true,
              type: 'number',
              min: minimum,
              max: maximum,
              message: t('parameterRange', { minimum, maximum }),
            },
          ]}
        >
          <NumberInput step={step ?? (kind === 'integer' ? 1 : 0.001)} integer={kind === 'integer'} />
        </Form.Item>
      ))}
    </div>
  )
}
