### Русский. Глаголы в настоящем времени, города в именительном падеже: имена не склоняются.
### Буквы карт те же, что во всех языках: R B G Y K W O P, локомотив L.

## Words

list-and = { $first } и { $last }
list-or = { $first } или { $last }
an-admin = администратор

route = { $a } — { $b }
route-side = { $route } ({ $side })
side-P = фиолетовый
side-B = синий
side-O = оранжевый
side-W = белый
side-G = зелёный
side-Y = жёлтый
side-K = чёрный
side-R = красный

number = №{ $number }
ticket = { $a } — { $b }, { $points }
ticket-numbered = №{ $number } { $ticket }
ticket-done = { $ticket } (выполнен)
ticket-cut-off = { $ticket } (путь отрезан)
ticket-possible = { $ticket } (ещё { $needs })
needs-trains = { $count ->
    [one] { $count } вагон
    [few] { $count } вагона
   *[many] { $count } вагонов
}
needs-stations = { $count ->
    [one] { $count } станция
    [few] { $count } станции
   *[many] { $count } станций
}
needs-loan = заём станции

card = { $letter } ({ $color })
card-P = фиолетовая
card-B = синяя
card-O = оранжевая
card-W = белая
card-G = зелёная
card-Y = жёлтая
card-K = чёрная
card-R = красная
card-L = локомотив

cards = { $letters } ({ $named })
cards-P = { $count ->
    [one] { $count } фиолетовая
    [few] { $count } фиолетовые
   *[many] { $count } фиолетовых
}
cards-B = { $count ->
    [one] { $count } синяя
    [few] { $count } синие
   *[many] { $count } синих
}
cards-O = { $count ->
    [one] { $count } оранжевая
    [few] { $count } оранжевые
   *[many] { $count } оранжевых
}
cards-W = { $count ->
    [one] { $count } белая
    [few] { $count } белые
   *[many] { $count } белых
}
cards-G = { $count ->
    [one] { $count } зелёная
    [few] { $count } зелёные
   *[many] { $count } зелёных
}
cards-Y = { $count ->
    [one] { $count } жёлтая
    [few] { $count } жёлтые
   *[many] { $count } жёлтых
}
cards-K = { $count ->
    [one] { $count } чёрная
    [few] { $count } чёрные
   *[many] { $count } чёрных
}
cards-R = { $count ->
    [one] { $count } красная
    [few] { $count } красные
   *[many] { $count } красных
}
cards-L = { $count ->
    [one] { $count } локомотив
    [few] { $count } локомотива
   *[many] { $count } локомотивов
}

held = { $letter } { $color } ×{ $count }
hand-cards = { $count ->
    [0] **У вас на руках** нет карт.
    [one] **У вас на руках** { $count } карта: { $cards }
    [few] **У вас на руках** { $count } карты: { $cards }
   *[many] **У вас на руках** { $count } карт: { $cards }
}
hand-tickets = { $count ->
    [1] **Ваш билет:**
    [one] **Ваш { $count } билет:**
    [few] **Ваши { $count } билета:**
   *[many] **Ваши { $count } билетов:**
}
hand-no-tickets = Билетов у вас пока нет.

slot = { $slot } { $letter } { $color }
slot-empty = { $slot } —

trains-red = красные
trains-blue = синие
trains-green = зелёные
trains-yellow = жёлтые
trains-black = чёрные

## Buttons

do-face-up = { $slot }{ $letter } { $color }
do-deck = Карта вслепую
do-tickets = { $count ->
    [one] Взять { $count } билет
    [few] Взять { $count } билета
   *[many] Взять { $count } билетов
}
do-keep = Оставить { $numbers }: { $tickets }
do-keep-none = Не оставлять
do-claim = { $cards } · { $route }
do-station = { $cards } · Станция: { $city }
do-pay = Доплатить { $cards }
do-decline = Отказаться от тоннеля

## What happened

tell-started = По вагонам: **{ $title }**, { $variant }.
tell-seal = Перемешивания игры { $game } запечатаны: { $seal }
tell-starter-drawn = Жребий решает: первый ход делает { $name }.
tell-starter-named = Первый ход делает { $name }.
tell-kept = { $name } { $count }
tell-starting-tickets = Выбор сделан. Билетов оставлено: { $kept }.

tell-taken = { $name } берёт из ряда { $cards }.
tell-taken-and-drawn = { $name } берёт из ряда { $cards } и ещё одну карту вслепую.
tell-drawn = { $count ->
    [1] { $name } берёт одну карту вслепую.
    [one] { $name } берёт { $count } карту вслепую.
    [few] { $name } берёт { $count } карты вслепую.
   *[many] { $name } берёт { $count } карт вслепую.
}
tell-no-second-card = Вторую взять неоткуда.

tell-tickets-drawn = { $size ->
    [one] { $name } берёт { $size } билет.
    [few] { $name } берёт { $size } билета.
   *[many] { $name } берёт { $size } билетов.
}
tell-tickets-kept = { $name } оставляет { $kept } из { $size ->
    [one] { $size } билета
   *[other] { $size } билетов
}.
tell-tickets-drawn-and-kept = { $size ->
    [1] { $name } берёт 1 билет и оставляет его.
    [one] { $name } берёт { $size } билет и оставляет { $kept }.
    [few] { $name } берёт { $size } билета и оставляет { $kept }.
   *[many] { $name } берёт { $size } билетов и оставляет { $kept }.
}

tell-claimed = { $name } занимает перегон { $route } за { $cards }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}.
tell-tunnel-asks = { $name } кладёт { $laid } за тоннель { $route }; колода открывает { $revealed } и просит ещё { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
}.
tell-tunnel-paid = { $name } доплачивает { $cards } и занимает тоннель: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}.
tell-tunnel-declined = { $name } отказывается и забирает карты.
tell-tunnel-free = { $name } кладёт { $laid } за тоннель { $route }; колода открывает { $revealed } и ничего больше не просит: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}.
tell-tunnel-bare = { $name } занимает тоннель { $route } за { $laid }, открывать уже нечего: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}.
tell-station = { $name } строит станцию в городе { $city } за { $cards }.
tell-passed = { $name } ничего не может сделать, и ход переходит дальше.

tell-row-cleared = { $count ->
    [1] В ряду слишком много локомотивов: он выложен заново.
    [one] В ряду слишком много локомотивов: он выложен заново { $count } раз.
    [few] В ряду слишком много локомотивов: он выложен заново { $count } раза.
   *[many] В ряду слишком много локомотивов: он выложен заново { $count } раз.
}
tell-reshuffled = Сброс перемешан, теперь это новая колода.

tell-few-trains = { $trains ->
    [0] У игрока { $name } больше нет вагонов.
    [one] У игрока { $name } остался { $trains } вагон.
    [few] У игрока { $name } осталось { $trains } вагона.
   *[many] У игрока { $name } осталось { $trains } вагонов.
}
tell-last-round = { $trains ->
    [0] У игрока { $name } больше нет вагонов
    [one] У игрока { $name } остался { $trains } вагон
    [few] У игрока { $name } осталось { $trains } вагона
   *[many] У игрока { $name } осталось { $trains } вагонов
}: **начинается последний круг.** Каждому ещё по одному ходу, всего { $turns }; последний ход делает { $name }.

tell-over = Игра окончена.
tell-stalemate = Никто больше ничего не может сделать: игра окончена.
tell-seed = Зерно, чтобы проверить все перемешивания: { $seed }

tell-joined = { $name } садится за стол, вагоны { $color }.
tell-computer-joined = За стол садится компьютер { $name }, вагоны { $color }.
tell-color-changed = { $name } меняет цвет: теперь вагоны { $color }.
tell-left = { $name } встаёт из-за стола.
tell-left-running = { $name } встаёт из-за стола; пока место свободно, играет компьютер.
tell-replaced = За игрока { $name } теперь играет компьютер, пока место свободно (решение: { $other }).
tell-back = { $name } снова за столом.
tell-seat-taken = { $name } садится на место игрока { $other } и продолжает игру.
tell-skipped = Этот ход за игрока { $name } заканчивает компьютер (решение: { $other }).
tell-lobby-closed = { $name } закрывает стол. Вернуть его можно в течение суток.
tell-aborted = { $name } прекращает игру без результата. Вернуть её можно в течение суток.
tell-restored = { $name } возвращает игру: всё, как было.
tell-followed = { $name }: теперь игра показана и в { $platform }.
tell-seed-of-aborted = Прерванную игру уже не вернуть. Её зерно, чтобы проверить все перемешивания: { $seed }

## Who won

won = { $count ->
    [1] **Побеждает { $names }: { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[many] { $points } очков
    }.**
   *[other] **Победу делят { $names }: по { $points ->
        [one] { $points } очку
       *[other] { $points } очков
    }.**
}
standing = { $place }. { $name } { $points }
won-longest-path = Самый длинный путь: { $names }, { $length ->
    [one] { $length } вагон
    [few] { $length } вагона
   *[many] { $length } вагонов
} (+{ $points }).
won-globetrotter = Globetrotter: { $names }, { $count ->
    [one] выполнен { $count } билет
    [few] выполнено { $count } билета
   *[many] выполнено { $count } билетов
} (+{ $points }).

## Scores

score-total = **{ $place }. { $name }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}**
score-routes = Перегоны { $points }
score-tickets = билеты { $points }
score-stations = станции { $points } (не построено: { $count })
score-path = самый длинный путь { $points } (длина { $length })
score-globetrotter = Globetrotter { $points }
score-tickets-done = Выполнены:
score-tickets-missed = Не выполнены:
score-station = Станция в городе { $city } берёт взаймы перегон { $route } у игрока { $name }.
score-station-alone = Станция в городе { $city } ничего не берёт взаймы.

so-far-title = **Пока**, без билетов и бонусов:
so-far = { $name }: { $routes ->
    [one] { $routes } очко
    [few] { $routes } очка
   *[many] { $routes } очков
}, самый длинный путь { $length }
so-far-stations = { $name }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
} (перегоны { $routes } + станции { $stations }), самый длинный путь { $length }

## The board in words

board-title = { $turn ->
    [0] **{ $title }**, { $variant }
   *[other] **{ $title }**, { $variant }, ход { $turn }
}
board-row = Ряд: { $row }
board-piles = Колода { $deck } · сброс { $discards } · билеты { $tickets }
board-player = **{ $name }**: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}
board-pieces = { $trains ->
    [one] { $trains } вагон
    [few] { $trains } вагона
   *[many] { $trains } вагонов
}, { $cards ->
    [one] { $cards } карта
    [few] { $cards } карты
   *[many] { $cards } карт
}, { $tickets ->
    [one] { $tickets } билет
    [few] { $tickets } билета
   *[many] { $tickets } билетов
}
board-routes = Перегоны:
board-stations = Станции: { $cities } (осталось { $left })

## The map in words

board-more = Ещё: /text open перечисляет свободные перегоны; /text с названием города или двух говорит, что там.
map-open = { $count ->
    [one] **Свободно:** { $count } перегон. Число — его длина.
    [few] **Свободно:** { $count } перегона. Числа — их длина.
   *[many] **Свободно:** { $count } перегонов. Числа — их длина.
}
map-none-open = Свободных перегонов больше нет.
map-letter = { $letter } { $color }
map-gray = любой один цвет
map-printed = { $city } ({ $printed })
map-spaces = { $count ->
    [one] { $count } вагон
    [few] { $count } вагона
   *[many] { $count } вагонов
}
map-tunnel = тоннель
map-ferry = { $count ->
    [one] паром, { $count } локомотив
    [few] паром, { $count } локомотива
   *[many] паром, { $count } локомотивов
}
map-owned = занимает { $name }
map-closed = закрыт
map-free = свободен
map-city = **{ $city }**
map-no-station = **{ $city }**: станции нет
map-station = **{ $city }**: станция игрока { $name }

## Pictures in words

alt-closeup = Карта вблизи.
alt-last-route = Последнее на карте: { $name }, { $place }.
alt-last-station = Последнее на карте: { $name }, станция в городе { $place }.
alt-stations = { $count ->
    [one] осталась { $count } станция
    [few] осталось { $count } станции
   *[many] осталось { $count } станций
}
alt-score = Итоговый счёт.
preview-claim = { $route } за { $cards }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}. У вас останется { $trains ->
    [one] { $trains } вагон
    [few] { $trains } вагона
   *[many] { $trains } вагонов
} и { $left ->
    [one] { $left } карта
    [few] { $left } карты
   *[many] { $left } карт
}.
preview-tunnel = Это тоннель: колода может попросить ещё.

## Printed in pictures

picture-round = Круг { $number }
picture-last-round = ПОСЛЕДНИЙ КРУГ · осталось ходов: { $number }
picture-few-trains = { $player }: мало вагонов ({ $number })
picture-to-play = Ходит { $player }
picture-second-card = { $player } берёт вторую карту
picture-choosing = { $player } выбирает билеты
picture-surcharge = { $player }: доплата за тоннель { $a } – { $b } ({ $number }) или отказ
picture-starting = Выбирают билеты: { $players }
picture-over = Игра окончена. Первое место: { $players }
picture-claimed = { $player }: { $a } – { $b }, +{ $points }
picture-built = { $player }: станция, { $city }
picture-player = Игрок { $number }
picture-hand = Ваши карты
picture-no-cards = Карт нет
picture-cards = карты { $number }
picture-trains = вагоны { $number }
picture-stations = станции { $number }
picture-tickets = Ваши билеты
picture-no-tickets = Билетов нет
picture-ticket = № { $number }
picture-long-ticket = Длинный билет
picture-done = Выполнен
picture-possible = Возможен
picture-cut-off = Отрезан
picture-failed = Не выполнен
picture-trains-to-go = ещё вагонов: { $number }
picture-stations-to-go = ещё станций: { $number }
picture-tickets-now = если бы игра кончилась сейчас: { $points }
picture-preview = Видите только вы: ещё ничего не занято
picture-station-in = Станция: { $city }
picture-tunnel-ahead = Тоннель: откроются карты ({ $number }), каждое совпадение стоит ещё одну
picture-tunnel = Тоннель { $a } – { $b }
picture-laid = Положено
picture-revealed = Открыто
picture-owed = Доплата: { $number }
picture-nothing-owed = Без доплаты
picture-score = Итоговый счёт
picture-routes = Перегоны
picture-score-tickets = Билеты
picture-unused-stations = Станции в запасе
picture-longest-path = Длинный путь ({ $number })
picture-globetrotter = Globetrotter ({ $number })
picture-borrowed = Взаймы
picture-points-over-the-game = Очки, ход за ходом
picture-final-map = Самые длинные пути и перегоны, взятые станциями взаймы

## Who is next

next-over = Игра окончена.
next-turn = Ходит **{ $name }**.
next-last-turn = { $turns ->
    [0] **Последний круг.** Последний ход игры делает **{ $name }**.
    [one] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } ход.
    [few] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } хода.
   *[many] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } ходов.
}
next-second-card = **{ $name }** берёт вторую карту.
next-tickets = **{ $name }** выбирает билеты.
next-tunnel = **{ $name }** решает, доплатить ли за тоннель { $route } ещё { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
}.
next-starting-tickets = { $count ->
    [1] Начальные билеты ещё выбирает { $names }.
   *[other] Начальные билеты выбирают { $names }.
}

## What you may do

prompt-turn = **Ваш ход.** Можно { $choices }.
prompt-last-turn = **Ваш последний ход.** Можно { $choices }.
may-draw = взять карты
may-claim = занять перегон (доступно: { $count })
may-draw-tickets = { $count ->
    [one] взять { $count } билет
    [few] взять { $count } билета
   *[many] взять { $count } билетов
}
may-build = { $count ->
    [one] построить станцию за { $count } карту
    [few] построить станцию за { $count } карты
   *[many] построить станцию за { $count } карт
}
prompt-second = **Ваша вторая карта**: из ряда или вслепую.
prompt-second-blind = **Ваша вторая карта**: вслепую.
prompt-second-face-up = **Ваша вторая карта**: из ряда, колода пуста.
prompt-second-barred = Открытый локомотив можно взять только первой картой.
prompt-tickets = **Билеты на выбор.** { $limits }
prompt-starting-tickets = **Ваши начальные билеты.** { $limits }
keep-exactly = { $size ->
    [1] Билет всего один, и он ваш:
   *[other] Оставьте { $keep } из { $size }:
}
keep-at-least = Оставьте хотя бы { $keep } из { $size }:
keep-at-most = Оставьте не больше { $keep } из { $size } или ни одного; потом вы увидите следующие:
keep-between = Оставьте от { $keep } до { $most } из { $size }:
prompt-tunnel = **Тоннель { $route }.** Вы положили { $laid }; колода открыла { $revealed } и просит ещё { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
}.
prompt-tunnel-pay = Доплатите { $ways } или откажитесь и заберите свои карты.
prompt-tunnel-too-dear = Доплатить нечем: откажитесь, и карты вернутся к вам.

## Why not

refused = { $why }.
refused-with-price = { $why }: { $price }.
refused-game-over = Игра окончена, ходов больше нет
refused-not-your-turn = Сейчас ходит { $name }: дождитесь своего хода
refused-wait-for-tickets = Никто не ходит, пока все не выберут начальные билеты; осталось: { $waiting }
refused-choose-tickets-first = { $keep ->
    [0] Сначала билеты: выберите из предложенных
   *[other] Сначала билеты: оставьте хотя бы { $keep } из предложенных
}
refused-second-card-first = Одна карта взята, нужна вторая: возьмите её из ряда или вслепую
refused-settle-tunnel-first = Сначала тоннель: доплатите ещё { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
} или откажитесь
refused-no-tickets-offered = Выбирать не из чего: сначала возьмите билеты
refused-no-tunnel-open = Ни один тоннель не ждёт вашей доплаты: сначала займите его
refused-no-such-slot = В ряду места от 1 до { $slots }: { $row }
refused-empty-slot = Место { $slot } пусто, в ряду { $row }
refused-card-changed = На месте { $slot } теперь { $card }, в ряду { $row }
refused-locomotive-second = Открытый локомотив можно взять только первой и единственной картой: возьмите цветную или вслепую
refused-no-cards-left = Колода и сброс пусты: возьмите карту из ряда, { $row }
refused-no-tickets-left = Билеты кончились: возьмите карты, займите перегон или постройте станцию
refused-ticket-not-offered = Оставлять можно только предложенные билеты, каждый по одному разу: №{ $ticket } не подходит
refused-too-few-tickets = { $keep ->
    [one] Оставьте хотя бы { $keep } билет
    [few] Оставьте хотя бы { $keep } билета
   *[many] Оставьте хотя бы { $keep } билетов
}: названо { $kept }
refused-too-many-tickets = { $keep_most ->
    [one] Оставьте не больше { $keep_most } билета
   *[other] Оставьте не больше { $keep_most } билетов
}: названо { $kept }
refused-no-such-route = На этой карте нет такого перегона: назовите два соседних города
refused-route-taken = Перегон { $route } уже занят (игрок { $name }): выберите свободный
refused-owns-twin = Обе стороны двойного перегона одному игроку не достаются, а вторая сторона перегона { $route } уже ваша: выберите другой перегон
refused-double-closed = Если игроков меньше { $players }, на двойном перегоне занимают только одну сторону, и { $route } закрыт: выберите другой перегон
refused-too-few-trains = { $length ->
    [one] На этот перегон нужен { $length } вагон, а осталось { $trains }: выберите перегон короче
    [few] На этот перегон нужно { $length } вагона, а осталось { $trains }: выберите перегон короче
   *[many] На этот перегон нужно { $length } вагонов, а осталось { $trains }: выберите перегон короче
}
refused-cards-not-held = На руках не хватает { $missing }
refused-no-such-cards = Карты пишутся буквами: { $letters }
refused-wrong-number-of-cards = Карт дано { $given }, а нужно ровно { $number }
refused-mixed-colors = Платят картами одного цвета, не считая локомотивов
refused-wrong-color = Здесь годятся только { $color } и локомотивы
refused-ferry-needs-locomotives = На пароме за каждый знак нужен локомотив, здесь хотя бы { $ferry }
refused-only-locomotives = Положены одни локомотивы, ими и доплачивают
refused-no-stations-in-title = В этой игре нет станций: возьмите карты, возьмите билеты или займите перегон
refused-no-stations-left = Все ваши станции построены: возьмите карты, возьмите билеты или займите перегон
refused-no-such-city = На этой карте нет такого города: назовите другой
refused-city-has-station = В городе { $city } уже есть станция (игрок { $name }), а место там одно: выберите другой город

price-color = { $count ->
    [one] { $route } стоит { $count } карту, { $color } или локомотив
    [few] { $route } стоит { $count } карты, { $color } или локомотивы
   *[many] { $route } стоит { $count } карт, { $color } или локомотивы
}
price-gray = { $count ->
    [one] { $route } стоит { $count } карту любого цвета или локомотив
    [few] { $route } стоит { $count } карты одного цвета или локомотивы
   *[many] { $route } стоит { $count } карт одного цвета или локомотивы
}
price-ferry = { $price }, хотя бы { $locomotives }
price-station = { $count ->
    [one] эта станция стоит { $count } карту любого цвета или локомотив
    [few] эта станция стоит { $count } карты одного цвета или локомотивы
   *[many] эта станция стоит { $count } карт одного цвета или локомотивы
}
price-surcharge = { $count ->
    [one] доплата — { $count } карта, { $color } или локомотив
    [few] доплата — { $count } карты, { $color } или локомотивы
   *[many] доплата — { $count } карт, { $color } или локомотивы
}
price-surcharge-locomotives = { $count ->
    [one] доплата — { $count } локомотив
    [few] доплата — { $count } локомотива
   *[many] доплата — { $count } локомотивов
}

## Desk

lobby-wait = Игра ещё не началась. Кто её открыл, начинает командой /start.
stale = С тех пор на поле был ход; ничего не изменилось.
not-your-seat = У вас нет места за этим столом. Смотреть можно всем.
no-seat-here = У вас здесь нет места. Откройте игру: /new, или войдите в открытую: /join.
no-game = Здесь нет игры. Откройте её командой /new.
game-here = Игра здесь уже открыта, а в чате может быть только одна.
not-started = Игра ещё не началась.
already-started = Игра уже идёт, набор закончен.
game-is-over = Эта игра окончена. /new откроет новую.
not-now = Это можно сделать в начале своего хода.
not-read = Это не удалось прочитать, ничего не изменилось. Владелец бота уже знает.
game-unreadable = Эту игру не удалось прочитать, ничего не изменилось. Причина записана в журнале бота.
not-written = Это не удалось записать, поэтому ничего не изменилось. Хозяин бота уже знает.
try-again = За столом тесно; ничего не изменилось. Попробуйте ещё раз.
no-such-command = Нет команды «{ $word }». Все команды: /help.
no-such-player = Никого здесь не зовут «{ $word }». За столом: { $names }.
no-such-seat = Такого места нет.
no-such-language = Я не говорю на «{ $language }». Языки: { $languages }.
no-such-card = В открытом ряду нет «{ $word }»: { $row }.
no-such-place = { $kind ->
    [route] Не знаю перегона «{ $words }» на этом поле. Перегон находится по двум городам, на любом языке.
   *[city] Не знаю города «{ $words }» на этом поле. Название можно писать на любом языке.
}
no-such-color = Нет вагонов цвета «{ $color }». Свободны: { $colors }.
color-taken = Вагоны «{ $color }» уже заняты. Свободны: { $colors }.
no-such-level = Нет компьютера «{ $level }». Есть: { $levels }.
no-such-variant = Нет варианта «{ $variant }». Есть: { $variants }.
no-such-bonus = Нет бонусных билетов «{ $bonus }». Есть: { $sets }.
no-such-board = Нет поля «{ $board }». Есть: { $boards }.
host-only = Это может только тот, кто открыл игру, или администратор.
home-only = Дом этой игры в другом чате. Это может только тот, кто её открыл, или администратор там.
follows-here = Этот чат следит за игрой, которая ещё идёт, а игра в чате одна. /unfollow отпускает её.
follows-already = Этот чат уже показывает эту игру.
nothing-to-follow = Эта игра закончена, следить больше не за чем.
no-such-invitation = Такой игры я не знаю. Кто в ней сидит, узнаёт из /share, что написать.
at-home = Эта игра открыта здесь, здесь она и остаётся. /abort прекращает её.
follows = Теперь этот чат показывает игру, и кнопки под её сообщениями действуют здесь так же, как дома. /unfollow прекращает это.
unfollowed = Этот чат больше не следит за игрой. Кто в ней сидит, играет дальше.
share = Чтобы игру показывал и другой чат, на любой площадке, где я есть, напишите там:
    /follow { $code }
    (в Discord: /game follow). Кто увидит её там, может смотреть и войти. { $count ->
        [one] Пока её показывает { $count } чат.
        [few] Пока её показывают { $count } чата.
        [many] Пока её показывают { $count } чатов.
       *[other] Пока её показывают { $count } чата.
    }
opened = { $title }: игра открыта. Войти: /join, добавить компьютер: /computer, начать: /start.
joined = Вы за столом, вагоны { $color ->
    [red] красные
    [blue] синие
    [green] зелёные
    [yellow] жёлтые
    [black] чёрные
   *[other] { $color }
}.
already-joined = Вы уже за столом. /join с цветом меняет вагоны.
already-playing = Вы уже играете.
color-changed = Теперь ваши вагоны { $color ->
    [red] красные
    [blue] синие
    [green] зелёные
    [yellow] жёлтые
    [black] чёрные
   *[other] { $color }
}.
left = Вы больше не в наборе.
lobby-full = Стол полон: играть могут { $most }.
not-at-table = У вас нет места в этой игре.
computer-added = За столом { $name }, { $level ->
    [random] ходит наугад
    [easy] лёгкий
    [normal] средний
    [hard] сильный
   *[other] { $level }
}.
computer-removed = { $name } больше не за столом.
no-computer = В наборе нет компьютера.
setup-changed = Играем: { $variant }.
nobody-here = Нужен хотя бы один человек.
too-few-players = Нужно игроков: { $least }. Место займёт компьютер: /computer.
bad-setup = { $why }
started = По вагонам: карты розданы.
left-running = За вас играет компьютер, пока вы не вернётесь: /join.
already-away = За вас уже играет компьютер. Вернуться: /join.
back = С возвращением. Ваше место осталось как было.
seat-taken = Теперь вы играете за игрока { $name }.
no-seat-free = Все места заняты. Смотреть можно всем.
skipped = Ход игрока { $name } закончит компьютер.
replaced = За игрока { $name } играет компьютер, пока тот не вернётся.
computer-plays = За игрока { $name } уже играет компьютер.
nobody-waited-for = Стол никого не ждёт.
not-waited-for = Сейчас стол ждёт не игрока { $name }.
name-somebody = Стол ждёт нескольких: { $names }. Назовите одного.
nothing-to-abort = Здесь нечего прерывать.
aborted = Игра прервана. В течение суток её вернёт /restore.
ask-abort = Прервать эту игру для всех? Её можно вернуть в течение суток.
nothing-to-restore = Здесь нечего восстанавливать.
link-code = Чтобы сказать мне, что у вас есть и другая учётная запись, напишите мне с неё в течение { $minutes } минут:
    /link { $code }
    С этого времени каждая из них играет и за другую. Никому этого не говорите: кто это напишет, увидит ваши карты.
platform-name = { $platform ->
    [discord] Discord
    [telegram] Telegram
   *[other] местном чате
}
ask-link = Этот код дал { $name } в { $platform }. Если это вы, нажмите кнопку или напишите /link { $code } yes: с этого времени каждая из двух учётных записей видит карты другой и играет за неё. Если это кто-то другой, он хочет видеть ваши карты.
linked = Вы ещё и { $name } в { $platform }: каждая из двух учётных записей видит карты другой и играет за неё. /unlink разделяет вас.
no-such-link = Такого кода я не знаю, или он слишком стар. /link без кода даёт новый: напишите его с другой учётной записи.
both-seated = В игре { $game } вы сидите с обеих учётных записей. Связать их можно, когда она кончится или когда одна выйдет до начала.
not-linked = Других учётных записей вы не связывали.
unlinked = Эта учётная запись больше ни с какой не связана.
restored = Игра продолжается с того же места.
played = Готово.
language-here = Теперь я говорю здесь по-русски.
language-mine = Теперь я говорю с вами по-русски.
which-route = Какой перегон вы имеете в виду?
which-city = Какой город вы имеете в виду?
which-payment = Чем платите?
ways-to-pay = { $place }: чем платите?
cannot-pay-now = Вашими картами это сейчас не оплатить.
cannot-pay-surcharge = { $owed ->
    [one] Доплата — { $owed } карта, у вас её нет: можно только отказаться, /decline.
    [few] Доплата — { $owed } карты, у вас их нет: можно только отказаться, /decline.
   *[many] Доплата — { $owed } карт, у вас их нет: можно только отказаться, /decline.
}
no-tickets-now = Билетов больше не осталось.
confirm-tickets = { $count ->
    [one] Взять { $count } билет? Это весь ход; оставить нужно не меньше { $keep }.
    [few] Взять { $count } билета? Это весь ход; оставить нужно не меньше { $keep }.
   *[many] Взять { $count } билетов? Это весь ход; оставить нужно не меньше { $keep }.
}
nothing-to-claim = Вашими картами не оплатить ни одного доступного перегона.
nothing-to-station = Сейчас вы не можете построить станцию.
choose-claim = { $count ->
    [one] Можно занять { $count } перегон. Какой?
    [few] Можно занять { $count } перегона. Какой?
   *[many] Можно занять { $count } перегонов. Какой?
}
choose-station = Где построить станцию?
log-empty = Пока ничего не произошло.
no-record-yet = Запись выдаёт все тайны, поэтому до конца игры её нет.
record = Вся игра в файле { $file }. Проверить её может каждый: stationmaster verify { $file }
no-games = Сейчас вы не сидите ни в одной игре.
game-line = { $waits ->
    [yes] **ваш ход** · { $board }, за столом: { $names } ({ $game })
   *[no] { $status ->
        [lobby] набор · { $board }, за столом: { $names } ({ $game })
       *[running] ожидание · { $board }, за столом: { $names } ({ $game })
    }
}
earlier-in-log = Раньше: /log
more-in-scores = Подробнее: /scores
lobby-open = **{ $title }**: игра открыта, { $variant }. Игроков: от { $least } до { $most }.
lobby-seats = За столом: { $names }.
you-took = Вы взяли { $card }.
you-drew = Вам досталась карта { $card }.
you-claimed = { $points ->
    [one] { $route } — ваш перегон, { $points } очко.
    [few] { $route } — ваш перегон, { $points } очка.
   *[many] { $route } — ваш перегон, { $points } очков.
}
button-join = Войти
button-leave = Выйти
button-computer = Добавить компьютер
button-start = Начать
button-draw = Карты
button-claim = Занять перегон
button-ticket = Билеты
button-station = Станция
button-hand = Моя рука
button-board = Поле
button-scores = Счёт
button-log = Ход игры
button-record = Запись
button-why = Почему?
button-restore = Вернуть игру
button-link = Это я
button-abort = Прервать игру
button-choose-tickets = Выбрать билеты
button-keep = { $count ->
    [one] Оставить { $count } билет
    [few] Оставить { $count } билета
   *[many] Оставить { $count } билетов
}
help = Города находятся на любом языке, сокращённо и с опечатками. { $platform ->
    [discord] Для всего на вашем ходу есть и кнопки: под последним сообщением и в том, что видите только вы.
   *[other] Например: /new europe mega, /claim Paris Brest KKL, /keep 3 17, /computer hard, /language ru here.
} Буквы: R ❤️ красный, B 💧 синий, G ☘️ зелёный, Y ⭐ жёлтый, K ♠️ чёрный, W ◇ белый, O ☀️ оранжевый, P 🌸 фиолетовый, L 🚂 локомотив.
help-table = До игры, и если кого-то нет
help-turn = Ваш ход
help-look = В любое время
help-chats = Несколько чатов
help-person = Вы

## Настройки

language-name = русский
settings-title = **Ваши настройки**
settings-language = Ваш язык: { $language }.
settings-ping = { $ping ->
    [channel] Когда ваш ход, я зову вас в канале.
    [dm] Когда ваш ход, я зову вас личным сообщением.
    [both] Когда ваш ход, я зову вас и в канале, и личным сообщением.
   *[none] Когда ваш ход, я вас не зову.
}
settings-confirm = { $confirm ->
    [on] Прежде чем занять перегон кнопкой, я показываю его и переспрашиваю.
   *[off] Перегон занимается сразу, как только выбрано, чем платить.
}
settings-choose-language = Язык
settings-choose-ping = Где вас звать
settings-choose-confirm = Перед тем как занять перегон
ping-channel = В канале
ping-dm = Личным сообщением
ping-both = И так, и так
ping-none = Никак
confirm-on = Переспрашивать
confirm-off = Не переспрашивать
no-such-setting = Настройки «{ $word }» нет. Например: /settings language ru ping dm confirm off
no-such-topic = О «{ $word }» в правилах ничего нет. Есть: { $topics }.

## Правила коротко

rules-topics = О чём?
topic-game = Игра
topic-turn = Ход
topic-cards = Карты
topic-claiming = Перегоны
topic-doubles = Двойные перегоны
topic-ferries = Паромы
topic-tunnels = Тоннели
topic-tickets = Билеты
topic-stations = Станции
topic-end = Конец
topic-scoring = Очки
topic-letters = Буквы
rules-game =
    Каждый строит железные дороги между городами и втайне соединяет города своих билетов. Вы собираете карты вагонов, платите ими за перегоны и соединяете два города каждого билета. Побеждает тот, у кого в конце больше всего очков.
    В начале вы получаете четыре карты и несколько билетов, часть которых оставляете.
rules-turn =
    За ход делают что-то одно: берут карты, занимают перегон, берут билеты или, в Европе, строят станцию. Потом ходит следующий. Пока хоть что-то возможно, пасовать нельзя.
rules-cards =
    Вы берёте две карты, каждую из пяти открытых или вслепую из колоды. Место взятой открытой карты сразу занимает новая, ещё до второй карты.
    Открытый локомотив — первая и единственная карта хода; взятый вслепую считается как любая другая карта. Если в ряду три локомотива, все пять карт выкладываются заново.
rules-claiming =
    За перегон платят столькими картами его цвета, сколько в нём мест; за серый — картами любого одного цвета. Локомотив заменяет любую карту. Вагонов нужно столько же, сколько мест, и за ход занимают один перегон.
    Очки: 1 место — 1, 2 — 2, 3 — 4, 4 — 7, 5 — 10, 6 — 15, 8 — 21.
rules-doubles =
    Два перегона рядом между теми же городами: оба не принадлежат никому одному. Когда играют вдвоём или втроём, второй закрывается, как только занят первый.
rules-ferries =
    На некоторых местах парома нарисован локомотив: хотя бы столько карт должны быть локомотивами. Остальное тоже можно платить локомотивами.
rules-tunnels =
    Вы выкладываете карты за тоннель; потом из колоды открываются три карты. Каждая карта выложенного цвета и каждый локомотив стоят ещё одной карты этого цвета или локомотива. Если выложены одни локомотивы, считаются и платят только локомотивы.
    Доплатите — тоннель ваш; откажетесь — карты вернутся, и ход окончен.
rules-tickets =
    Вместо всего остального можно взять три билета (в больших городах четыре) и оставить хотя бы один. Билет, города которого вы соедините своими перегонами, в конце даёт свои очки, а несоединённый столько же отнимает. До конца ваших билетов не видит никто.
rules-stations =
    Только в Европе. Станция позволяет использовать для билетов один перегон одного соперника у её города, для всех билетов один и тот же. Первая стоит 1 карту, вторая 2 одного цвета, третья 3. Одна за ход, одна в городе, три за игру; каждая непостроенная даёт 4 очка. Что займут ваши станции, в конце выбирает программа, как вам лучше.
rules-end =
    Когда кто-то закончит ход с двумя вагонами или меньше, каждый ходит ещё раз, и этот игрок тоже.
rules-scoring =
    Перегоны считаются сразу. В конце прибавляются выполненные билеты и вычитаются невыполненные; каждая оставшаяся станция даёт 4; самый длинный путь, где ни один вагон не считается дважды, даёт 10. В некоторых вариантах США 15 получает тот, кто выполнил больше всего билетов. При равенстве смотрят на выполненные билеты, потом на меньшее число станций, потом на самый длинный путь.
rules-letters =
    R ❤️ красный, B 💧 синий, G ☘️ зелёный, Y ⭐ жёлтый, K ♠️ чёрный, W ◇ белый, O ☀️ оранжевый, P 🌸 фиолетовый, L 🚂 локомотив. KKL — две чёрные карты и локомотив.

## Discord

button-claim-it = Занять
button-pay-otherwise = Заплатить иначе
button-back = К моей руке
lobby-menu-variant = Вариант
lobby-menu-bonus = Бонусные билеты
lobby-menu-starter = Начинает
lobby-menu-computer = Компьютер
computer-remove = убрать последнего
bonus-none = без бонусных билетов
starter-lot = по жребию
went-wrong = Что-то пошло не так, и это записано для того, кто держит этого бота. Ничего не потеряно: /hand покажет, как у вас дела.
admin-only = Это может только тот, кто управляет этим каналом или сервером.
slash-draw = карты
slash-draw-about = Взять карты, из ряда или вслепую
slash-claim = занять
slash-claim-about = Занять перегон картами с руки
slash-station = станция
slash-station-about = Построить станцию в городе
slash-ticket = билет
slash-ticket-about = Взять билеты или выбрать из предложенных
slash-keep = оставить
slash-keep-about = Оставить некоторые из предложенных билетов
slash-pay = доплатить
slash-pay-about = Доплатить за тоннель
slash-decline = отказаться
slash-decline-about = Отказаться от тоннеля и забрать свои карты
slash-hand = рука
slash-hand-about = Ваша рука, ваши билеты и что можно сделать сейчас
slash-board = поле
slash-board-about = Поле: целиком, крупно или словами
slash-tickets = билеты
slash-tickets-about = Ваши билеты и что из них ещё может выйти
slash-scores = счёт
slash-scores-about = Счёт на сейчас или окончательный
slash-log = журнал
slash-log-about = Что произошло в этой игре
slash-games = игры
slash-games-about = Все игры, в которых вы сидите
slash-record = запись
slash-record-about = Законченная игра файлом, который может проверить каждый
slash-rules = правила
slash-rules-about = Правила коротко
slash-help = помощь
slash-help-about = Что здесь можно делать
slash-settings = настройки
slash-settings-about = Язык, где вас звать и переспрашивать ли
slash-why = почему
slash-why-about = Что думали компьютеры, когда игра окончена
part-round = круг
part-round-about = Какой круг; если не указать, последний
slash-variant-about = Выбрать вариант правил
slash-bonus-about = Выбрать бонусные билеты
slash-starter-about = Выбрать, кто начинает
slash-text-about = Поле, город или маршрут словами; /text open: свободные маршруты
slash-language-about = Язык ответов вам, а с «here» — язык этого чата
slash-write-about = Попробовать снова писать вам лично
slash-game = игра
slash-game-about = Игра этого канала
slash-new = новая
slash-new-about = Открыть игру в этом канале
slash-join = войти
slash-join-about = Занять место или вернуться на своё
slash-leave = выйти
slash-leave-about = Освободить место; в начатой игре его держит компьютер
slash-start = начать
slash-start-about = Начать игру
slash-computer = компьютер
slash-computer-about = Посадить за стол компьютер или убрать его
slash-options = условия
slash-options-about = Во что играем, кто начинает, на каком языке я говорю здесь
slash-abort = прервать
slash-abort-about = Закончить игру без результата; её можно вернуть в течение суток
slash-restore = вернуть
slash-restore-about = Вернуть прерванную здесь игру
slash-skip = пропустить
slash-skip-about = Пусть компьютер закончит ход того, кого нет
slash-replace = заменить
slash-replace-about = Пусть компьютер играет за кого-то, пока его нет
slash-share = поделиться
slash-share-about = Как показать эту игру и в другом чате, здесь или на другой площадке
slash-follow = следить
slash-follow-about = Показать здесь и игру другого чата
slash-unfollow = отпустить
slash-unfollow-about = Больше не показывать здесь игру другого чата
slash-link = связать
slash-link-about = Играть с другой площадки и за эту учётную запись
slash-unlink = разделить
slash-unlink-about = Отделить эту учётную запись от остальных
slash-check = проверить
slash-check-about = Можно ли боту здесь всё, что ему нужно
slash-gameadmin = распорядитель
slash-gameadmin-about = Игра этого канала для тех, кто им управляет
part-card = карта
part-card-about = Карта из ряда или вслепую; не указав, увидите, что есть
part-route = перегон
part-route-about = Перегон, который вам по средствам, по названию города
part-city = город
part-city-about = Город на любом языке
part-cards = карты
part-cards-about = Чем платить; если не указать и есть выбор, я спрошу
part-sure = точно
part-sure-about = Взять, не переспрашивая
part-tickets = билеты
part-tickets-about = Номера билетов, которые остаются; если не указать, откроется форма
part-view = вид
part-view-about = Как показать
part-place = место
part-place-about = Словами: как обстоят дела с городом или перегоном
part-topic = тема
part-topic-about = О чём прочитать
part-language = язык
part-language-about = Язык
part-ping = звать
part-ping-about = Где вас звать, когда ваш ход
part-confirm = переспрашивать
part-confirm-about = Переспрашивать ли перед тем, как занять перегон
part-title = поле
part-title-about = Поле и вариант
part-thread = ветка
part-thread-about = В ветке, созданной для этой игры
thread-name = Ticket to Ride
no-threads-here = Здесь мне не создать ветку: нужны право «Создавать публичные ветки» и обычный канал.
part-color = вагоны
part-color-about = Цвет ваших вагонов
part-code = код
part-code-about = Код, полученный в другом чате
part-level = уровень
part-level-about = Как хорошо он играет
part-remove = убрать
part-remove-about = Убрать того, кто пришёл последним
part-variant = вариант
part-variant-about = Другой вариант того же поля
part-bonus = бонус
part-bonus-about = Бонусные билеты, если они есть у поля
part-starter = первый
part-starter-about = Кто начинает
part-player = игрок
part-player-about = Кто; если не указать, тот, кого ждут
view-full = поле целиком
view-zoom = крупно
view-text = словами
view-open = все открытые перегоны, словами
level-name = { $level ->
    [random] наугад: ходит как попало
    [easy] лёгкий
    [normal] средний
    [hard] сильный
   *[other] { $level }
}

## Что боту можно

rights-lacking = Мне не хватает прав ({ $place }): { $rights }. Их может дать тот, кто здесь управляет; игра идёт дальше, а /game check проверит снова.
rights-complete = Мне можно всё, что здесь нужно.
rights-none = Такого канала для меня нет: я его не вижу, или меня там нет.
letters-open = Насколько я знаю, мои личные сообщения до вас доходят.
letters-closed = Мои личные сообщения до вас не доходят, поэтому всё ваше приходит ответами, видными только вам. { $platform ->
    [telegram] Нажмите «Начать» в нашем личном чате, и будут доходить.
   *[other] Разрешите личные сообщения от участников сервера, потом дайте мне попробовать снова: /settings.
}
letters-tried = Снова пишу вам.
button-write-again = Попробовать написать мне снова
right-discord-view-channel = «Просматривать канал»
right-discord-send-messages = «Отправлять сообщения»
right-discord-send-messages-in-threads = «Отправлять сообщения в ветках»
right-discord-attach-files = «Прикреплять файлы»
right-discord-unlocked-thread = открытая ветка

## Why a computer made a move

why-title = Раунд { $round } глазами компьютеров:
why-not-yet = Компьютер расскажет о своих мыслях, когда партия закончится.
why-nothing = В раунде { $round } компьютеры не ходили. Всего раундов: { $last }; раунд 0 — выбор начальных билетов.
why-at-random = { $name }: { $move }. Всё было одинаково хорошо: я хожу наугад.
why-best-plan = { $name }: { $move }. Вместе с остальным это подходило лучше всего.
why-short-tickets = { $name }: { $move }. За свои очки они требуют меньше всего вагонов.
why-for-tickets = { $name }: { $move }. { $number ->
        [0] Это было нужно для моих билетов.
       *[other] Это было нужно для билетов: { $tickets }.
    }
why-scarce = { $name }: { $move }. { $number ->
        [0] Займи этот путь кто-то другой, объезд был бы долгим.
       *[other] Это было нужно для билетов: { $tickets }, а объезд был бы долгим.
    }
why-for-points = { $name }: { $move }. Это давало очки, а карты были лишними.
why-last-turn = { $name }: { $move }. В последний ход ничто не дало бы больше.
why-card-for-route = { $name }: { $move }. { $named ->
        [yes] Карты собирались для пути { $route }.
       *[no] Подходило к тому, что было на руке.
    }
why-nothing-in-row = { $name }: { $move }. { $named ->
        [yes] Ничто из открытого не помогало с путём { $route } больше, чем могла помочь колода.
       *[no] Ничто из открытого не помогало.
    }
why-more-tickets = { $name }: { $move }. С билетами всё было ясно, и оставалось время на новые.
why-borrow = { $name }: { $move }. Так можно было ехать по пути { $route }{ $number ->
        [0] {""}
       *[other] {" "}ради билетов: { $tickets }
    }.
why-pays = { $name }: { $move }. Нужен был путь { $route }, и карт хватало.
why-cannot-pay = { $name }: { $move }. На путь { $route } не хватило карт.
why-nothing-better = { $name }: { $move }. Лучшего хода не нашлось.
why-searched = { $name }: { $move }. После нескольких возможных ходов партия была доиграна в уме, и этот оказался лучшим.

## Telegram

telegram-hello = Провожу партии в Ticket to Ride в группах. Добавьте меня в группу и напишите там /newgame; рука и билеты приходят сюда. Остальное — в /help.
answer-for = { $name }: ответ за этой кнопкой, его видно только вам; цифры выбирают из него.
tickets-by-place = { $name }: какие билеты оставить? Цифры — их места в вашем списке, который кнопка показывает только вам.
button-answer = Ответ
button-private = Личный чат
button-options = Настройки игры
see-private = Ответ в нашем личном чате.
not-for-you = Этот ответ не для вас.
cut-short = Меня прервали, пока я это делал. Проверьте, сделано ли это, прежде чем просить снова.
keep-in-group = Здесь все прочтут, какие билеты вы оставляете. /ticket даёт кнопки, которые ничего не выдают.
anonymous-cannot-sit = У анонимного администратора нет ни места за столом, ни настроек. Сделайте это под своим именем.
group-admin-only = Это могут только администраторы группы: /gameadmin start, abort, restore, skip или replace.
which-game = Во что сыграем?
which-of-yours = О какой из ваших игр речь?
what-to-do = Что сделать с игрой?
right-telegram-send-messages = «Отправка сообщений»
right-telegram-send-photos = «Отправка фотографий»
inline-game = Игра { $number }: наберите { $number } и пробел
