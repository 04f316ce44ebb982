import { rolloutOptions } from '@vermilion/contract/rollouts/creation'
import Checkbox from 'antd/es/checkbox/Checkbox'
import Form from 'antd/es/form'
import Input from 'antd/es/input/Input'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import styles from '../rollouts.module.css'
import { creationText } from './text.ts'
import { isForOneDevice, parsePhases, type TypedRollout } from './typed-rollout.ts'
import { useTypedDevices } from './use-typed-devices.ts'

const exampleSet = 'stable,copy2'

export function PhaseFields({ isModel }: { isModel: boolean }) {
  const t = useText(creationText)
  const isOne = isForOneDevice(useTypedDevices(Form.useFormInstance<TypedRollout>()))
  return (
    <>
      {isModel && (
        <Form.Item name="restartCommand" label={t('restart')} extra={t('restartHint')}>
          <Input maxLength={4_000} />
        </Form.Item>
      )}
      <div className={`${styles['pair']} grid columns-2-loose gap-0-16 narrow-columns-1`} hidden={isOne}>
        <Form.Item name="canary" label={t('canary')} extra={t('canaryHint')}>
          <NumberInput integer filled min={0} max={5_000} />
        </Form.Item>
        <Form.Item name="failureThreshold" label={t('threshold')}>
          <NumberInput integer filled min={1} max={5_000} />
        </Form.Item>
      </div>
      <Form.Item name="rollBackOnFailure" valuePropName="checked">
        <Checkbox>{t(isOne ? 'rollBackOne' : 'rollBack')}</Checkbox>
      </Form.Item>
      <Form.Item name="reboot" valuePropName="checked" hidden={isModel}>
        <Checkbox>{t('reboot')}</Checkbox>
      </Form.Item>
      <details>
        <summary>{t('more')}</summary>
        <Form.Item
          name="phases"
          label={t('phases')}
          extra={t('phasesHint')}
          hidden={isOne}
          rules={[
            {
              validator: (_, typed: string) =>
                !isOne && parsePhases(typed) === undefined
                  ? Promise.reject(new Error(t('phasesInvalid')))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input placeholder="20, 50" />
        </Form.Item>
        <div className={`${styles['pair']} grid columns-2-loose gap-0-16 narrow-columns-1`}>
          <Form.Item name="canaryWait" label={t('canaryWait')} hidden={isOne}>
            <NumberInput filled min={0} max={43_200} />
          </Form.Item>
          <Form.Item name="phaseWait" label={t('phaseWait')} hidden={isOne}>
            <NumberInput filled min={0} max={43_200} />
          </Form.Item>
          <Form.Item name="concurrency" label={t('concurrency')} hidden={isOne}>
            <NumberInput integer filled min={1} max={500} />
          </Form.Item>
          <Form.Item name="throttle" label={t(isOne ? 'throttleOne' : 'throttle')} extra={t('throttleHint')}>
            <NumberInput integer min={1} max={10_485_760} />
          </Form.Item>
          <Form.Item
            name="offlineDeadline"
            label={t(isOne ? 'offlineDeadlineOne' : 'offlineDeadline')}
            extra={t('offlineDeadlineHint')}
          >
            <NumberInput min={1} max={720} />
          </Form.Item>
          <Form.Item name="rebootDeadline" label={t('rebootDeadline')} hidden={isModel}>
            <NumberInput integer filled min={1} max={86_400} />
          </Form.Item>
        </div>
        <Form.Item
          name="softwareSet"
          label={t('softwareSet')}
          extra={t('softwareSetHint')}
          hidden={isModel}
          rules={[rule(rolloutOptions.shape.softwareSet.unwrap(), t('softwareSetInvalid'))]}
        >
          <Input maxLength={200} placeholder={exampleSet} />
        </Form.Item>
      </details>
    </>
  )
}
