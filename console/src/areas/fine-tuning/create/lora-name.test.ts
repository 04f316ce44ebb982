import { loraName } from '@vermilion/contract/fine-tunings/starter'
import { expect, test } from 'vitest'
import { freeLoraName, triggerWordsOf } from './lora-name.ts'

test('R1.06 the name proposed for a LoRA is that of its pictures, free, and fits the rule of names', () => {
  const none = new Set<string>()
  expect(freeLoraName('Warehouse floor', none)).toBe('warehouse_floor')
  expect(freeLoraName('Warehouse floor', new Set(['warehouse_floor', 'warehouse_floor_2']))).toBe('warehouse_floor_3')
  expect(freeLoraName('厨房', none)).toBe('lora')
  for (const about of ['Café — Bern', '--', 'x'.repeat(200), '2 rooms'])
    expect(loraName.safeParse(freeLoraName(about, none)).success).toBe(true)
  expect(triggerWordsOf('warehouse_floor_2')).toBe('warehouse floor')
})
