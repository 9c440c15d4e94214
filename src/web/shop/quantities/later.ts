/* One part, loaded with the first press: what both need would otherwise load with every page for ordering. */
export { fill, stockWalls } from './fill.ts'
export { spread } from './spread.ts'
