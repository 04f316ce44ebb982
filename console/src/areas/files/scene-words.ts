import type { DirtKind, FloorKind, SceneKind, SmallAnimalKind, AnimalKind } from '@vermilion/contract/scenes'
import { catalogue, useText } from '#lib/i18n.ts'

type SceneWord = SceneKind | FloorKind | DirtKind | SmallAnimalKind | AnimalKind

const sceneWords = catalogue('scene-words', {
  en: {
    'living-room': 'Living room',
    kitchen: 'Kitchen',
    hallway: 'Hallway',
    workshop: 'Workshop',
    wood: 'Wood',
    laminate: 'Laminate',
    tile: 'Tile',
    carpet: 'Carpet',
    concrete: 'Concrete',
    marble: 'Marble',
    crumbs: 'Crumbs',
    dust: 'Dust',
    spill: 'Spill',
    hair: 'Hair',
    mud: 'Mud',
    mouse: 'Mouse',
    cockroach: 'Cockroach',
    lizard: 'Lizard',
    frog: 'Frog',
    cat: 'Cat',
    dog: 'Dog',
  } satisfies Record<SceneWord, string>,
  zh: {
    'living-room': '客厅',
    kitchen: '厨房',
    hallway: '走廊',
    workshop: '车间',
    wood: '木地板',
    laminate: '复合地板',
    tile: '瓷砖',
    carpet: '地毯',
    concrete: '水泥',
    marble: '大理石',
    crumbs: '碎屑',
    dust: '灰尘',
    spill: '水渍',
    hair: '毛发',
    mud: '泥土',
    mouse: '老鼠',
    cockroach: '蟑螂',
    lizard: '蜥蜴',
    frog: '青蛙',
    cat: '猫',
    dog: '狗',
  },
})

export function useSceneKey(): (words: string) => string {
  const t = useText(sceneWords)
  const keys = Object.keys(sceneWords.en) as SceneWord[]
  return (words) => keys.find((key) => t(key).toLowerCase() === words.toLowerCase()) ?? words
}

export function useSceneWord(): (word: string) => string {
  const t = useText(sceneWords)
  return (word) => (Object.hasOwn(sceneWords.en, word) ? t(word as SceneWord) : word)
}
