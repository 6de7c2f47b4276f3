import { areas } from './areas/areas'
import { provideAreas } from './boot/areas'
import { start } from './boot/start'

provideAreas(areas)
void start()
