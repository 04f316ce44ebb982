import { itemThings } from '@vermilion/contract/generations/engines'
import { animalKinds, dirtKinds, floorKinds, sceneKinds, smallAnimalKinds } from '@vermilion/contract/scenes'
import { suggestionsId } from './item-row.tsx'

const proposed = {
  scene: sceneKinds,
  floor: floorKinds,
  dirt: dirtKinds,
  smallAnimal: smallAnimalKinds,
  animal: animalKinds,
} as const

export function Suggestions() {
  return itemThings.map((thing) => (
    <datalist key={thing} id={suggestionsId(thing)}>
      {proposed[thing].map((word) => (
        <option key={word}>{word.replaceAll('-', ' ')}</option>
      ))}
    </datalist>
  ))
}
