### Русский. Глаголы в настоящем времени, города в именительном падеже: имена не склоняются.
### Буквы карт те же, что во всех языках: R B G Y K W O P, локомотив L.

## Названия

list-and = { $first } и { $last }
list-or = { $first } или { $last }
an-admin = администратор
an-admin-first = Администратор
named-admin = { $name } (администратор)

title-ticket-to-ride = Ticket to Ride: USA
title-classic = Классика
title-europe-1912 = Европа 1912
title-mega-europe = Мега-Европа
title-big-cities-of-europe = Большие города Европы
title-usa-1910 = США 1910
title-the-mega-game = Мега-игра
title-the-big-cities = Большие города

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

ticket = { $a } — { $b }, { $points }
ticket-goal = { $b } ({ $points })
ticket-scored = { $ticket }: { $points }
ticket-offered = { $place }. { $ticket }
ticket-done = { $ticket } (выполнен)
ticket-done-for = { $ticket } (выполнен: { $points })
ticket-mandala = { $ticket } (выполнен, мандала)
ticket-cut-off = { $ticket } (уже не выполнить)
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
needs-loan = перегон взаймы

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
taken-one-P = фиолетовую
taken-one-B = синюю
taken-one-O = оранжевую
taken-one-W = белую
taken-one-G = зелёную
taken-one-Y = жёлтую
taken-one-K = чёрную
taken-one-R = красную
taken-one-L = локомотив
taken-P = { $count ->
    [one] { $count } фиолетовую
    [few] { $count } фиолетовые
   *[many] { $count } фиолетовых
}
taken-B = { $count ->
    [one] { $count } синюю
    [few] { $count } синие
   *[many] { $count } синих
}
taken-O = { $count ->
    [one] { $count } оранжевую
    [few] { $count } оранжевые
   *[many] { $count } оранжевых
}
taken-W = { $count ->
    [one] { $count } белую
    [few] { $count } белые
   *[many] { $count } белых
}
taken-G = { $count ->
    [one] { $count } зелёную
    [few] { $count } зелёные
   *[many] { $count } зелёных
}
taken-Y = { $count ->
    [one] { $count } жёлтую
    [few] { $count } жёлтые
   *[many] { $count } жёлтых
}
taken-K = { $count ->
    [one] { $count } чёрную
    [few] { $count } чёрные
   *[many] { $count } чёрных
}
taken-R = { $count ->
    [one] { $count } красную
    [few] { $count } красные
   *[many] { $count } красных
}
taken-L = { $count ->
    [one] { $count } локомотив
    [few] { $count } локомотива
   *[many] { $count } локомотивов
}
several-P = фиолетовые
several-B = синие
several-O = оранжевые
several-W = белые
several-G = зелёные
several-Y = жёлтые
several-K = чёрные
several-R = красные
several-L = локомотивы

held = { $count ->
    [1] { $color }
   *[other] { $color } ×{ $count }
}
hand-cards = { $count ->
    [0] **У вас на руках** нет карт.
   *[other] **У вас на руках** ({ $count }): { $cards }
}
hand-tickets = { $count ->
    [1] **Ваш билет:**
    [one] **Ваш { $count } билет:**
    [few] **Ваши { $count } билета:**
   *[many] **Ваши { $count } билетов:**
}
hand-no-tickets = Билетов у вас пока нет.
outlook-turns = { $count ->
    [one] У вас есть ещё хотя бы { $count } ход.
    [few] У вас есть ещё хотя бы { $count } хода.
   *[many] У вас есть ещё хотя бы { $count } ходов.
}
outlook-last-turns = { $count ->
    [0] Ходов у вас больше нет.
   *[other] У вас остался один ход.
}
outlook-last-turn = Это ваш последний ход.
outlook-held = { $count ->
    [one] Можно успеть за { $count } ход с картами на руке: { $ticket }.
    [few] Можно успеть за { $count } хода с картами на руке: { $ticket }.
   *[many] Можно успеть за { $count } ходов с картами на руке: { $ticket }.
}
outlook-lacks = { $count ->
    [one] Можно успеть за { $count } ход, если придут подходящие карты (ещё { $cards }): { $ticket }.
    [few] Можно успеть за { $count } хода, если придут подходящие карты (ещё { $cards }): { $ticket }.
   *[many] Можно успеть за { $count } ходов, если придут подходящие карты (ещё { $cards }): { $ticket }.
}
outlook-missed = За это время не успеть: { $tickets }.
outlook-done = Все ваши билеты выполнены.
warning-trains = { $count ->
    [one] **Скоро конец:** { $name }, остался { $count } вагон.
    [few] **Скоро конец:** { $name }, осталось { $count } вагона.
   *[many] **Скоро конец:** { $name }, осталось { $count } вагонов.
}
warning-last-round = **Начался последний круг.**

slot = { $slot } { $letter } { $color }
slot-empty = { $slot } —

trains-red = красные
trains-blue = синие
trains-green = зелёные
trains-yellow = жёлтые
trains-black = чёрные

## Кнопки

do-face-up = { $slot }: { $letter } { $color }
do-deck = Из колоды
do-tickets = { $count ->
    [one] Взять { $count } билет
    [few] Взять { $count } билета
   *[many] Взять { $count } билетов
}
do-keep = { $places ->
    [none] Оставить: { $tickets }
   *[other] Оставить { $places }: { $tickets }
}
do-keep-none = Не оставлять билетов
do-claim = { $cards } · { $route }
do-station = { $cards } · Станция: { $city }
do-pay = Доплатить { $cards }
do-decline = Отказаться от тоннеля
move-face-up = взять из открытых карт { $card }
move-deck = взять карту из колоды
move-tickets = взять билеты
move-keep = { $count ->
    [0] не оставлять билетов
    [1] оставить билет { $tickets }
   *[other] оставить билеты { $tickets }
}
move-claim = занять перегон { $route } за { $cards }
move-station = построить станцию в городе { $city } за { $cards }
move-pay = доплатить за тоннель { $cards }
move-decline = отказаться от тоннеля

## Что произошло

tell-started = По вагонам! **{ $title }**, { $variant }.
tell-starter-drawn = Первый ход по жребию: { $name }.
tell-starter-named = Первый ход: { $name }.
tell-kept = { $name } { $count }
tell-starting-tickets = Все выбрали билеты: { $kept }.

tell-taken = { $name } берёт { $cards }.
tell-taken-and-drawn = { $name } берёт { $cards } и карту из колоды.
tell-drawn = { $count ->
    [1] { $name } берёт одну карту из колоды.
    [one] { $name } берёт { $count } карту из колоды.
    [few] { $name } берёт { $count } карты из колоды.
   *[many] { $name } берёт { $count } карт из колоды.
}
tell-no-second-card = Второй карты нет.

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

tell-claimed = { $name } занимает { $route } за { $cards } (+{ $points }).
tell-tunnel-asks = { $name } кладёт { $laid } за тоннель { $route }. Открыто: { $revealed }, доплата: { $owed ->
    [one] { $owed } карта
    [few] { $owed } карты
   *[many] { $owed } карт
}.
tell-tunnel-paid = { $name } доплачивает { $cards } и занимает тоннель (+{ $points }).
tell-tunnel-declined = { $name } отказывается от тоннеля.
tell-tunnel-free = { $name } занимает тоннель { $route } за { $laid } (+{ $points }). Открыто: { $revealed }.
tell-tunnel-bare = { $name } занимает тоннель { $route } за { $laid } (+{ $points }). Открывать было нечего.
tell-station = { $name } строит станцию в городе { $city } за { $cards }.
tell-passed = { $name } не может ходить и пропускает ход.

tell-row-cleared = { $count ->
    [1] Слишком много локомотивов: открытые карты заменены.
    [one] Слишком много локомотивов: открытые карты заменены { $count } раз.
    [few] Слишком много локомотивов: открытые карты заменены { $count } раза.
   *[many] Слишком много локомотивов: открытые карты заменены { $count } раз.
}
tell-reshuffled = Сброс стал новой колодой.

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
}: **начинается последний круг.** У каждого ещё один ход, последним ходит { $name }.

tell-over = Игра окончена.
tell-stalemate = Никто не может ходить. Игра окончена.
tell-agreed = Игроки согласились закончить игру досрочно. Очки считаются на этот момент.

tell-joined = { $name } вступает в игру, вагоны { $color }.
tell-computer-joined = В игру вступает { $name }, вагоны { $color }.
tell-color-changed = { $name } меняет цвет: теперь вагоны { $color }.
tell-left = { $name } выходит из игры.
tell-left-out = Нет ответа: { $names }. Места больше не сохраняются, игру можно начать.
tell-left-running = { $name } выходит из игры. Играет компьютер, пока игрок не вернётся или место не займут: /join.
tell-replaced-by-concession = { $name } сдаётся. До конца на этом месте играет компьютер, в итог оно не входит.
tell-replaced = За игрока { $name } теперь играет компьютер, пока игрок не вернётся. Решение: { $decider }.
tell-back = { $name } снова в игре.
tell-owner-back = { $name } снова играет на своём месте. Игрок { $other } теперь смотрит.
tell-given-up = { $name } отказывается от места. На нём играет компьютер, пока его кто-нибудь не займёт: /join.
tell-given-to = { $name } отказывается от места насовсем. Теперь оно принадлежит игроку { $other }.
tell-seat-taken = { $name } занимает место игрока { $other }.
tell-skipped = Этот ход за игрока { $name } заканчивает компьютер. Решение: { $decider }.
computer-mark = компьютер
played-by-computer = { $name } (компьютер)
tell-skipped-by-clock = Время игрока { $name } вышло. Этот ход заканчивает компьютер.
tell-skipped-by-vote = Этот ход за игрока { $name } заканчивает компьютер: так решили игроки.
tell-replaced-by-clock = Время игрока { $name } вышло третий ход подряд. Теперь играет компьютер, пока игрок не вернётся.
tell-clock-set = Теперь время на ход: { $clock }.
tell-time-given = { $other } даёт игроку { $name } ещё { $time } на этот ход.
tell-paused = Игра на паузе: все часы стоят. Предложить продолжить: /resume.
tell-paused-for = Игра на паузе, самое большее { $time }: все часы стоят. Предложить продолжить раньше: /resume.
tell-pause-over = Время паузы вышло: игра продолжается, часы снова идут.
tell-unpaused = Игра продолжается: часы снова идут.
tell-clocks-moved = { $cause ->
    [clock] Часы компьютера, на котором работает бот, переведены вперёд на { $time }. Все сроки сдвинуты вместе с ними.
    [denied] Владелец бота { $time } не разрешал использовать его в этом чате. Это время не считается: все сроки сдвинуты на столько же.
    [unreachable] Бот был недоступен { $time }. Это время не считается: все сроки сдвинуты на столько же.
   *[downtime] Бот не работал { $time }. Это время не считается: все сроки сдвинуты на столько же.
}
tell-clocks-set-back = Часы компьютера, на котором работает бот, переведены назад на { $time }. Все сроки сдвинуты вместе с ними.
tell-away = Игрока { $name } не будет до { $until }. До тех пор часы этого игрока стоят.
tell-away-over = { $name } снова здесь.
tell-undone = { $cause ->
    [player] { $name } берёт свой последний ход назад.
   *[vote] Последний ход игрока { $name } отменён вместе со всем, что было после него.
}
undone-line = Отменено: { $line }
tell-vote = { $name } спрашивает всех: { $question }
tell-vote-agreed = { $question } Решено: да.
tell-vote-refused = { $question } Решено: нет.
vote-skip = Пусть компьютер закончит ход игрока { $name }?
vote-pause = Поставить игру на паузу?
vote-pause-again = Игра уже долго стояла на паузе, поэтому на новую паузу должны согласиться все.
vote-resume = Продолжить игру?
vote-clock = Поменять время на ход: { $clock }?
vote-undo = Отменить последний ход игрока { $name } вместе со всем, что было после него?
vote-end = Закончить игру сейчас, с очками на этот момент и без рейтинга?
vote-end-rated = Закончить игру сейчас, с очками на этот момент и с рейтингом?
vote-replace = Пусть компьютер играет за игрока { $name }, пока игрок не вернётся?
votes-yes = За: { $names }.
votes-no = Против: { $names }.
votes-open = Не ответили: { $names }.
vote-until = Голосование до { $until }. { $silence ->
    [yes] Кто до тех пор не ответит, считается голосовавшим за.
   *[no] Если до тех пор не решено, ничего не изменится.
}
vote-is-over = Это голосование окончено.
vote-opened = Вопрос задан всем. Ваш голос: за.
vote-cast = Ваш голос учтён.
vote-open = Сейчас идёт другое голосование. Сначала проголосуйте: /vote yes или /vote no.
planned-enough = За этот ход вы изменили план уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
}. Изменить его снова можно, когда начнётся следующий ход; удалить — сейчас: /plan delete.
asked-enough = За последний час вы спросили игроков уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
}. Подождите, прежде чем спрашивать снова.
vote-settled = Такого голосования сейчас нет.
vote-without-seat = Голосовать могут только игроки, у которых есть место в этой игре.
vote-about-you = Это голосование о вас, поэтому голоса у вас нет. Сделать ход можно в любой момент.
done-undo = Ваш последний ход отменён.
nothing-to-undo = У вас нет хода, который можно отменить.
undo-too-late = Сразу отменить это уже нельзя. Командой /undo вы спросите других игроков.
undone-enough = В этот ход вы уже отменили { $most ->
    [one] { $most } действие
    [few] { $most } действия
   *[many] { $most } действий
}. Чтобы отменить больше, спросите остальных игроков: /undo.
done-pause = Игра на паузе.
done-resume = Игра продолжается.
done-clock = Время на ход изменено.
done-end = Игра окончена.
done-end-rated = Игра окончена.
end-too-early = Закончить игру с результатом можно, когда все выбрали первые билеты. До этого используйте /abort.
ask-end = Закончить эту игру сейчас, с очками на этот момент? Отменить это нельзя.
done-skip = Ход заканчивает компьютер.
done-replace = Играет компьютер, пока игрок не вернётся.
same-clock = В этой игре уже такое время на ход.
is-paused = Игра уже на паузе.
not-paused = Игра не на паузе.
no-clock = В этой игре нет ограничения времени.
own-time = Дать время самому себе нельзя. Попросите других или предложите паузу: /pause.
enough-time = На этот ход игроку { $name } уже дали столько же времени, сколько длится ход.
time-given = У игрока { $name } теперь больше времени: ещё на целый ход.
clock-decides = В этой игре время на ход ограничено: когда оно выйдет, ход закончит компьютер. До этого это может сделать только администратор в чате, где создана игра.
clock-of = { $name }: до { $until }.
clock-saved = Запас времени: { $saved }. Когда время на ход выйдет, сначала тратится запас.
clock-paused = Игра на паузе, все часы стоят.
tell-replaced-by-vote = За игрока { $name } теперь играет компьютер, пока игрок не вернётся: так решили игроки.
clock-paused-until = Игра на паузе самое позднее до { $until }, все часы стоят.
clock-none = без ограничения времени
clock-label = { $turn }, запас до { $bank }
clock-2m = 2 минуты на ход
clock-5m = 5 минут на ход
clock-10m = 10 минут на ход
clock-1h = 1 час на ход
clock-4h = 4 часа на ход
clock-12h = 12 часов на ход
clock-24h = 24 часа на ход
clock-48h = 48 часов на ход
clock-3d = 3 дня на ход
clock-7d = 7 дней на ход
clock-present = Время на ход: { $clock }.
chat-set-clock = Новые игры в этом чате начинаются с таким временем на ход: { $clock }.
no-such-clock = Времени на ход «{ $word }» нет. Можно выбрать: { $clocks }.
setup-away = Каждый игрок может отсутствовать { $days ->
    [one] { $days } день
    [few] { $days } дня
   *[many] { $days } дней
} за игру.
no-such-allowance = «{ $word }» — не число дней от 0 до { $most }.
lobby-menu-clock = Время на ход
turn-until = Время на ход: до { $until }.
span-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[many] { $count } дней
}
span-hours = { $count ->
    [one] { $count } час
    [few] { $count } часа
   *[many] { $count } часов
}
span-minutes = { $count ->
    [one] { $count } минуту
    [few] { $count } минуты
   *[many] { $count } минут
}
most-days = { $count ->
    [one] { $count } дня
   *[other] { $count } дней
}
most-hours = { $count ->
    [one] { $count } часа
   *[other] { $count } часов
}
most-minutes = { $count ->
    [one] { $count } минуты
   *[other] { $count } минут
}
away-until = Вы отсутствуете до { $until }. До тех пор ваши часы стоят.
away-cut-short = Вы отсутствуете до { $until }: дольше игра не позволяет (всего дней: { $days }). До тех пор ваши часы стоят.
away-enough = За последний час вы уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
} сообщили, что вас не будет. Подождите, прежде чем менять это снова; /back работает всегда.
away-in-the-past = Это время уже прошло. Назовите более позднее.
no-allowance-left = Отсутствовать в этой игре больше нельзя (всего дней: { $days }), поэтому ваши часы идут. Соперник может дать вам время: /givetime.
not-away = В этой игре вы и так не отсутствуете.
away-until-when = До какого дня вас не будет? Выберите или напишите: /away пятница, /away 3 дня, /away 20 марта. Ваши часы остановятся во всех играх, насколько это позволяет каждая из них.
away-tomorrow = Завтра
away-days = { $count ->
    [one] { $count } день
    [few] { $count } дня
   *[many] { $count } дней
}
since-title = { $first ->
    [yes] **До вашего первого хода**
   *[no] **С вашего прошлого хода**
}
since-nothing = С вашего прошлого хода ничего не произошло.
since-claims = Занятые перегоны. { $who }.
since-stations = Построенные станции. { $who }.
since-taken = Взятые открытые карты. { $who }.
since-drawn = Взято карт из колоды. { $who }.
since-tickets = Оставлено билетов. { $who }.
since-trains = Осталось вагонов. { $who }.
since-who = { $name }: { $what }
reminder = { $kind ->
    [late] Ваше время на исходе: { $place }. Сделать ход можно до { $until }. Потом этот ход за вас закончит компьютер.
    [still] Всё ещё ваш ход: { $place }. Ваши часы остановлены.
   *[half] Всё ещё ваш ход: { $place }. Сделать его можно до { $until }.
}
reminder-in-the-chat = Всё ещё ходит { $name }. Сделать ход можно до { $until }.
reminder-in-the-chat-still = Всё ещё ходит { $name }.
reminder-asks-zone = Я не знаю вашего часового пояса. У вас сейчас около { $time }? Если нет, назовите свой город, например /settings timezone Berlin: тогда я не буду напоминать вам ночью.
button-snooze-later = Сегодня позже
button-snooze-tomorrow = Завтра
button-away = Меня нет
button-show = Показать
snoozed = Следующее напоминание: { $until }.
no-such-snooze = «{ $word }» — непонятный срок. Напишите /snooze later или /snooze tomorrow.
nothing-to-snooze = Сейчас не ваш ход, поэтому откладывать нечего.
no-more-reminders = Об этом ходе больше не будет напоминаний, поэтому откладывать нечего.
away-unreadable = Не понимаю дату «{ $word }». Напишите, например: пятница, 3 дня, 20 марта.
away-too-long = Это больше чем на { $days } дней вперёд. Выйдите из игры командой /leave или назовите день пораньше.
no-running-games = Вы не играете ни в одной идущей игре.
welcome-back = С возвращением. В ваш ход часы снова идут.
tell-lobby-closed = { $cause ->
    [idle] Эту игру не начали, и три дня в ней ничего не происходило, поэтому она закрыта.
    [operator] Владелец бота прервал игру до начала. Восстановить её можно в течение суток.
   *[other] { $name } прерывает игру до начала. Восстановить её можно в течение суток.
}
tell-aborted = { $cause ->
    [operator] Владелец бота прервал игру без результата. Восстановить её можно в течение суток.
   *[other] { $name } прерывает игру без результата. Восстановить её можно в течение суток.
}
tell-resumed = { $cause ->
    [cut] Часть этой игры не удалось прочитать, поэтому владелец бота убрал последние ходы. Игра продолжается отсюда.
    [repair] Владелец бота восстановил эту игру. Она продолжается отсюда.
   *[loss] Данные бота вернулись к более раннему состоянию, поэтому последних ходов этой игры может не хватать. Она продолжается отсюда.
}
tell-put-aside = Мне больше не удаётся прочитать игру { $game } этого чата, поэтому она остановлена. Владелец бота уже знает и, возможно, сможет её восстановить. Сыграть другую игру: /new.
tell-restored = { $name } восстанавливает игру. Она продолжается с того же места.
tell-followed = { $name } показывает игру ещё в одном чате: { $platform }.
tell-seed-of-aborted = Прерванную игру уже не восстановить. Ключ для проверки всех перемешиваний: { $seed }
tell-secret-of-aborted = Прерванную игру уже не восстановить. Секрет её карт: { $seed }

## Возврат игры назад: /rollback

rollback-turn = { $turn ->
    [0] Перед первым ходом
   *[other] Ход { $turn }
}
rollback-turns = **К концу какого хода вернуться?** Всё, что было после него, отменится. Сначала вы увидите, каким станет поле.
rollback-no-turns = Ещё ни один ход не закончен, поэтому возвращаться некуда.
rollback-choose = Вернуться к моменту…
rollback-preview = { $target ->
    [back] **Вернуться к моменту перед последним откатом?**
   *[turn] { $turn ->
        [0] **Вернуться к моменту перед первым ходом?**
       *[other] **Вернуться к концу хода { $turn }?**
    }
}
rollback-undoes = Будет отменено:
rollback-then = Затем: { $line }
rollback-everybody-reads = Все прочитают, кто это сделал и почему. В рейтинг игра не пойдёт. Пока вы не назовёте причину и не подтвердите, ничего не произойдёт.
rollback-why = Почему? Причину прочитают все. Отправьте её в чате игры, например так: { $line } Карту сдали дважды
ask-rollback = { $target ->
    [back] Вернуться **к моменту перед последним откатом**?
   *[turn] { $turn ->
        [0] Вернуться **к моменту перед первым ходом**?
       *[other] Вернуться **к концу хода { $turn }**?
    }
} Все прочитают причину: «{ $reason }»
rollback-not = Ничего не изменилось.
rollback-done = Игра возвращена назад, причину увидят все. В течение суток это можно отменить: /rollback.
rollback-admin-only = Это может сделать только администратор чата, где создана игра, и только там.
rollback-aborted = Эта игра прервана. Сначала восстановите её: /restore.
rollback-enough = За последний час эту игру возвращали уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
}. Подождите немного, прежде чем делать это снова.
rollback-over = Игра окончена. Её итог не меняется.
rollback-no-turn = Вернуться к «{ $word }» нельзя. Список ходов: /rollback.
rollback-went-on = Игра изменилась с тех пор, как вас спросили, поэтому она не возвращена. Посмотрите ещё раз: /rollback.
rollback-reason-long = Причина слишком длинная: не больше { $most } знаков.
button-rollback = Вернуть игру назад
button-rollback-why = Назвать причину
button-rollback-turns = Другие ходы
button-rollback-back = Отменить последний откат
tell-rolled-back = { $role ->
    [player] { $name } (администратор и игрок)
    [admin] { $name } (администратор)
   *[nobody] Администратор
} { $target ->
    [back] отменяет последний откат: игра такая же, как перед ним.
   *[turn] { $turn ->
        [0] возвращает игру к моменту перед первым ходом.
       *[other] возвращает игру к концу хода { $turn }.
    }
} Причина: «{ $reason }»
rolled-back-unrated = В рейтинг эта игра больше не идёт.

## Что сделали администраторы и создатели: /audit

audit-title = **Что делали администраторы и создатели игр** (страница { $page } из { $pages })
audit-empty = Администраторы и создатели игр здесь ещё ничего не делали.
audit-line = { $at } · { $name }: { $what }
audit-opened = создана игра, поле: { $title }.
audit-options = выбраны настройки игры: { $variant }.
audit-game-clock = выбрано время на ход: { $clock }.
audit-started = игра начата.
audit-aborted = игра прервана.
audit-restored = игра восстановлена.
audit-followed = игра показана ещё в одном чате ({ $platform }).
audit-skipped = компьютер заканчивает ход за игрока { $name }.
audit-replaced = за игрока { $name } играет компьютер.
audit-rolled-back = { $target ->
    [back] последний откат отменён.
   *[turn] { $turn ->
        [0] игра возвращена к моменту перед первым ходом.
       *[other] игра возвращена к концу хода { $turn }.
    }
} Причина: «{ $reason }»
audit-language = { $value ->
    [en] В этом чате я говорю по-английски.
    [ru] В этом чате я говорю по-русски.
   *[other] Язык в этом чате: { $word }.
}
audit-pictures = { $value ->
    [board] Сообщения в этом чате показывают всё поле.
    [closeup] Сообщения в этом чате показывают крупным планом то, что построено.
   *[both] Сообщения в этом чате показывают всё поле и крупным планом то, что построено.
}
audit-clock = Новые игры в этом чате начинаются с таким временем на ход: { $word }.
audit-webhook = { $value ->
    [on] Ходы этого чата отправляются на веб-адрес.
   *[off] Ходы этого чата больше не отправляются на веб-адрес.
    }
audit-other = Изменена настройка этого чата: { $word }.

## Как перемешаны карты: подробности под сообщениями и /seal

contribution-of = { $again ->
    [yes] { $name } (ещё раз) { $contribution }
   *[no] { $name } { $contribution }
}
contribution-word = «{ $word }»
details-lobby = Проверка честности: печать { $seal }, вклады { $contributions }. Подробнее: /seal
details-lobby-seal = Проверка честности: печать { $seal }. Подробнее: /seal
details-start = Карты зависят от вкладов: { $contributions }. Подробнее: /seal
details-secret = Секрет карт: { $secret }.
details-seal = Для проверки честности перемешиваний (игра { $game }): { $seal }
details-end = Секрет карт и как его проверить: /seal
details-seed = Ключ для проверки всех перемешиваний: { $seed }
seal-title = **Как перемешиваются карты игры { $game }**
seal-of-secret = Печать, опубликованная при создании игры: { $seal }. Это SHA-256 от кода игры, косой черты и секрета. Карты зависят от секрета и всех вкладов.
seal-of-secret-colon = Печать, опубликованная при создании игры: { $seal }. Это SHA-256 от кода игры, двоеточия и секрета. Карты зависят от секрета и всех вкладов.
seal-contributions = Вклады по порядку: { $contributions }.
seal-before-start = Если начать игру со своим словом (/start и слово), можно быть уверенным, что карты не выбрал никто, даже владелец бота.
seal-before-end = Секрет станет известен, когда игра закончится. Тогда каждый сможет проверить, что карты никто не менял.
seal-alone = Эта игра создана в прежней версии бота. Ключ для её карт бот выбирает один, когда игра начинается.
seal-of-seed = Печать, опубликованная в начале игры: { $seal }. Это SHA-256 от кода игры, двоеточия и ключа.
seal-check-moves = Проверить ходы (но не выбор карт) может каждый: возьмите файл командой /record и запустите stationmaster verify FILE
seal-check = Проверить игру может каждый: возьмите файл командой /record и запустите stationmaster verify FILE --seal { $seal }

## Как менялось преимущество

turning-point = Игру решил ход { $number }: { $name }, { $what } (+{ $points }).
turning-ticket = билет { $ticket }
alt-replay = Вся игра, от первого хода до конца: движущаяся картинка.
replay-post = Вся игра ещё раз.

## Кто победил

won = { $count ->
    [1] **Побеждает { $names }: { $points ->
        [one] { $points } очко
        [few] { $points } очка
       *[many] { $points } очков
    }.**
   *[other] **Победу делят { $names }: по { $points ->
        [one] { $points } очку
        [few] { $points } очка
       *[many] { $points } очков
    }.**
}
result-left = Компьютер (вместо { $name }, игрок вышел)
result-conceded = { $name } (игрок сдался)
result-replaced = Компьютер (вместо { $name }, игрока заменили)
standing = { $place ->
    [0] –
   *[other] { $place }.
} { $name } { $points }
won-longest-path = Самый длинный путь: { $names }, длина { $count } (+{ $points }).
won-globetrotter = Globetrotter: { $names }, { $count ->
    [one] выполнен { $count } билет
    [few] выполнено { $count } билета
   *[many] выполнено { $count } билетов
} (+{ $points }).
won-mandala = { $count ->
    [one] { $count } мандала
    [few] { $count } мандалы
   *[many] { $count } мандал
}: { $names } (+{ $points }).

## Счёт

score-total = **{ $place ->
    [0] –
   *[other] { $place }.
} { $name }: { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[many] { $points } очков
}**
score-routes = Перегоны: { $points }
score-tickets = билеты: { $points }
score-stations = станции: { $points } (не построено: { $count })
score-longest-path = самый длинный путь: { $points } (длина { $count })
score-globetrotter = Globetrotter: { $points }
score-mandala = мандалы: { $points } ({ $count })
score-tickets-done = Выполнены:
score-tickets-missed = Не выполнены:
score-station = Станция в городе { $city } берёт взаймы перегон { $route } у игрока { $name }.
score-station-alone = Станция в городе { $city } ничего не берёт взаймы.

so-far-title = **Очки сейчас**, за перегоны. Билеты и бонусы прибавятся в конце:
so-far = { $name }: { $routes ->
    [one] { $routes } очко
    [few] { $routes } очка
   *[many] { $routes } очков
}{ $bonus ->
    [0] {""}
   *[other] , самый длинный путь { $length }
}
so-far-stations = { $name }: { $routes ->
    [one] { $routes } очко
    [few] { $routes } очка
   *[many] { $routes } очков
}, самый длинный путь { $length }{ $stations ->
    [0] {""}
    [one] {" "}(непостроенные станции дадут ещё { $stations } очко)
    [few] {" "}(непостроенные станции дадут ещё { $stations } очка)
   *[many] {" "}(непостроенные станции дадут ещё { $stations } очков)
}

## Поле словами

board-title = { $turn ->
    [0] **{ $title }**, { $variant }
   *[other] **{ $title }**, { $variant }, ход { $turn }
}
board-row = Открыто: { $row }
board-piles = Колода: { $deck } · сброс: { $discards } · билеты: { $tickets }
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

## Карта словами

board-more = Ещё: /text open перечисляет свободные перегоны. /text и название города или двух описывает город или перегон.
map-open = { $count ->
    [one] **{ $count } свободный перегон.** Число — его длина.
    [few] **{ $count } свободных перегона.** Числа — их длина.
   *[many] **{ $count } свободных перегонов.** Числа — их длина.
}
map-none-open = Свободных перегонов не осталось.
map-letter = { $letter } { $color }
map-gray = любой один цвет
map-spaces = длина { $count }
map-tunnel = тоннель
map-any-cards = любые карты числом { $count } заменяют одну
map-ferry = { $count ->
    [one] паром, { $count } локомотив
    [few] паром, { $count } локомотива
   *[many] паром, { $count } локомотивов
}
map-owned = занят: { $name }
map-closed = закрыт
map-free = свободен
map-city = **{ $city }**
map-no-station = **{ $city }**: станции нет
map-station = **{ $city }**: станция игрока { $name }

## Описания картинок

alt-map = Карта { $title } до начала игры.
alt-closeup = Поле вблизи.
alt-legend = Обозначения на поле. Очки за перегон по длине: { $points }.
alt-last = { $earlier ->
    [0] Построено: { $pieces }.
    [one] Построено: { $pieces }; а до того ещё { $earlier } постройка.
    [few] Построено: { $pieces }; а до того ещё { $earlier } постройки.
   *[many] Построено: { $pieces }; а до того ещё { $earlier } построек.
}
alt-piece-route = { $name }, { $place }
alt-piece-station = { $name }, станция в городе { $place }
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
preview-tunnel = Это тоннель: может понадобиться доплата.

## Надписи на картинках

picture-round = Круг { $number }
picture-last-round = ПОСЛЕДНИЙ КРУГ · осталось ходов: { $number }
picture-few-trains = { $player }: мало вагонов ({ $number })
picture-to-play = Ходит { $player }
picture-second-card = { $player } выбирает вторую карту
picture-choosing = { $player } выбирает билеты
picture-surcharge = { $player }: доплата за тоннель { $a } – { $b } ({ $number }) или отказ
picture-starting = Начальные билеты выбирают: { $players }
picture-over = Игра окончена. Победа: { $players }
picture-claimed = { $player } занимает { $a } – { $b } (+{ $points })
picture-built = { $player } строит станцию: { $city }
picture-red = Красный
picture-blue = Синий
picture-green = Зелёный
picture-yellow = Жёлтый
picture-black = Чёрный
picture-hand = Ваши карты
picture-no-cards = Карт нет
picture-cards = карты: { $number }
picture-trains = вагоны: { $number }
picture-stations = станции: { $number }
picture-tickets = Ваши билеты
picture-no-tickets = Билетов нет
picture-long-ticket = Длинный билет
picture-done = Выполнен
picture-possible = Возможен
picture-cut-off = Отрезан
picture-failed = Не выполнен
picture-trains-to-go = нужно вагонов: { $number }
picture-stations-to-go = станций: { $number }
picture-tickets-now = если закончить сейчас: { $points }
picture-preview = Это видите только вы. Ход ещё не сделан.
picture-station-in = Станция: { $city }
picture-tunnel-ahead = Тоннель: откроются карты ({ $number }), каждое совпадение стоит ещё карту
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
picture-mandala = Мандалы ({ $number })
picture-borrowed = Перегоны взаймы
picture-points-over-the-game = Очки, ход за ходом
picture-final-map = Карта в конце игры
picture-longest-paths = Самые длинные пути
picture-legend = Обозначения
picture-legend-color = Карты этого цвета
picture-legend-gray = Карты любого одного цвета
picture-legend-tunnel = Тоннель: возможна доплата картами
picture-legend-ferry = Паром: локомотив за каждый значок
picture-legend-closed = Закрыто: при малом числе игроков
picture-legend-station = Станция: в конце даёт перегон взаймы
picture-legend-points = Очки по длине перегона
picture-paths-and-borrowed = Самые длинные пути и перегоны взаймы
picture-games = Игры
picture-wins = Победы
picture-rating = Рейтинг
picture-provisional-rating = Рейтинг (предв.)
picture-turns-in-time = Ходы вовремя
picture-average-score = Средний счёт
picture-best-score = Лучший счёт
picture-tickets-completed = Билеты выполнены
picture-best-path = Длиннейший путь
picture-places = Места
picture-rating-by-game = Рейтинг, игра за игрой
picture-not-rated = Рейтинговых игр пока нет
picture-favourite-routes = Любимые перегоны
picture-leaderboard = Таблица лидеров
picture-leaderboard-player = Игрок
picture-leaderboard-average = В среднем
picture-somebody = Игрок { $number }

## Чей ход

next-over = Игра окончена.
next-turn = Ходит **{ $name }**.
next-last-turn = { $turns ->
    [0] **Последний круг.** Последний ход игры делает **{ $name }**.
    [one] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } ход.
    [few] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } хода.
   *[many] **Последний круг.** **{ $name }** ходит в последний раз, потом ещё { $turns } ходов.
}
next-second-card = **{ $name }** выбирает вторую карту.
next-tickets = **{ $name }** выбирает билеты.
next-tunnel = **{ $name }** решает, доплатить ли за тоннель { $route } ещё { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
}.
next-starting-tickets = { $count ->
    [1] Начальные билеты выбирает { $names }.
   *[other] Начальные билеты выбирают { $names }.
}

## Что можно сделать

prompt-turn = **Ваш ход.**
prompt-last-turn = **Ваш последний ход.**
prompt-second = **Ваша вторая карта.**
prompt-tickets = **Выберите билеты.** { $limits }
prompt-starting-tickets = **Ваши начальные билеты.** { $limits }
keep-exactly = { $size ->
    [1] Билет только один, и вы его оставляете:
   *[other] Оставьте { $keep } из { $size }:
}
keep-at-least = Оставьте хотя бы { $keep } из { $size }:
keep-at-most = Оставьте не больше { $keep } из { $size }. Потом будут ещё билеты:
keep-between = Оставьте от { $keep } до { $most } из { $size }:
prompt-tunnel = **Доплата за тоннель { $route }: { $owed ->
    [one] { $owed } карта
    [few] { $owed } карты
   *[many] { $owed } карт
}.** Вы положили { $laid }. Открыто: { $revealed }.
prompt-tunnel-pay = Доплатите или откажитесь: тогда вы заберёте свои карты, и ход закончится.
prompt-tunnel-too-dear = Доплатить нечем. Откажитесь и заберите свои карты; ход на этом закончится.

## Plans

plan-title = { $turns ->
    [1] Ваш план на { $when ->
        [later] ход после этого
       *[other] следующий ход
    }. Будет сделано первое, что возможно:
   *[other] Ваш план на { $turns ->
        [one] { $turns } ход
        [few] { $turns } хода
       *[many] { $turns } ходов
    } вперёд. Каждый раз будет сделано первое, что возможно:
}
plan-claim = Занять перегон { $route }{ $cards ->
    [none] {""}
   *[other] , карты: { $cards }
}
plan-station = Построить станцию: { $city }{ $cards ->
    [none] {""}
   *[other] , карты: { $cards }
}
plan-tickets = Взять билеты; какие оставить, выберете вы
plan-draw = { $ends ->
    [one] Взять { $first }
    [two] Взять { $first }, потом { $second }
   *[ask] Взять { $first }, потом спросить меня
}
plan-deck = карта из колоды
plan-take-deck = карту из колоды
plan-deck-twice = две карты из колоды
plan-or-deck = { $card }, а если нет — карта из колоды
plan-ask-me = тогда спросить меня
plan-if-free = если никто не занял { $route }
plan-if-hold = если у меня есть { $cards }
plan-if-row = если в ряду есть { $cards }
plan-watches = Спросить меня, если кто-то займёт перегон, нужный для моих билетов
plan-unwatch = Играть, даже если кто-то займёт перегон, нужный для моих билетов
plan-surcharge = { $most ->
    [0] Если за тоннель нужна доплата, { $above ->
        [decline] отказаться
       *[other] спросить меня
    }
   *[other] Доплатить за тоннель до { $most ->
        [one] { $most } карты
       *[other] { $most } карт
    }, иначе { $above ->
        [decline] отказаться
       *[other] спросить меня
    }
}
plan-draft = План не закончен. Он сработает только после кнопки «Готово».
plan-plays = Этот ход делает ваш план.
plan-asks = Этот ход начал ваш план, остальное решаете вы.
plan-saved = План сохранён. Его видите только вы.
plan-deleted = План удалён.
plan-none = У вас нет плана.
plan-no-turn = В этой игре у вас больше не будет ходов, планировать нечего.
plan-not-played = План не сработал:
plan-was-draft = План не сработал: он не закончен.
plan-route-lost = План не сработал: занят перегон { $route }, нужный для ваших билетов.
plan-unmet-free = Перегон { $route } уже занят, его владелец: { $name }.
plan-unmet-hold = У вас нет таких карт: { $cards }.
plan-unmet-row = В ряду нет таких карт: { $cards }.
plan-could-be-played = Это возможно.
plan-how = Что сделать, когда придёт ваш ход? План видите только вы. Выберите здесь или напишите: /plan занять Париж Брест за чёрные; иначе взять из колоды дважды. Условия пишутся в конце строки: «если никто не занял …», «если у меня …», «если в ряду …».
plan-which-claim = Какой перегон занять?
plan-which-cards = Какими картами?
plan-which-city = Где построить станцию?
plan-which-first = Какую карту взять первой?
plan-which-second = Какую карту взять потом?
plan-which-condition = При каком условии?
plan-too-long = В плане может быть не больше { $most } знаков.
plan-empty = В плане нужна хотя бы одна строка. Как его написать, покажет /plan.
plan-too-many-lines = В плане может быть не больше { $most } строк.
plan-too-many-conditions = В строке плана может быть не больше { $most } условий.
plan-repeats-draws = Повторять можно только взятие карт.
plan-repeat-range = Взятие карт можно повторять от 1 до { $most } ходов.
plan-locomotive-alone = Локомотив из ряда — это весь ход: второй карты после него нет.
plan-illegal = «{ $line }» сыграть не получится. { $why }
plan-never = Это условие никогда не выполнится: { $condition }.
plan-nothing-to-watch = Сейчас для ваших билетов не нужен ни один перегон.
plan-unclear = Это не строка плана: { $words }. Начните со слова «занять», «взять», «станция» или «билеты».
plan-no-card = Нет такой карты: { $word }.
plan-which-place = Подходит несколько мест: { $places }. Напишите название полностью.
plan-no-condition = Это не условие: { $words }. Попробуйте «если никто не занял …», «если у меня …» или «если в ряду …».
typed-claim = занять { $route }
typed-station = станция { $city }
typed-with = { $line } за { $cards }
typed-tickets = взять билеты
typed-draw = взять: { $first }
typed-draw-two = взять: { $first }, потом { $second }
typed-deck = из колоды
typed-if-free = если никто не занял { $route }
typed-if-hold = если у меня { $cards }
typed-if-row = если в ряду { $cards }
typed-watch = спроси меня, если займут перегон для моих билетов
typed-pay = доплатить до { $most }, иначе { $above ->
    [decline] отказаться
   *[ask] спросить
}
typed-repeat = повторить { $lines } на { $turns ->
    [one] { $turns } ход
    [few] { $turns } хода
   *[many] { $turns } ходов
}
button-undo = Отменить
button-plan = Спланировать ход
button-plan-change = Изменить план
button-plan-delete = Удалить план
button-plan-edit = Изменить текст
plan-edit = Так ваш план выглядит в виде команды. Исправьте её и отправьте: { $plan }
button-plan-done = Готово
button-plan-add = Ещё строка
button-plan-if = Условия
button-plan-undo = Убрать последнюю строку
button-plan-back = К плану
slash-plan = план
slash-plan-about = Спланировать следующий ход, пока думают другие
part-plan = план
part-plan-about = Что сделать; без этого показывается ваш план
part-delay = задержка
part-delay-about = Ждать ли запланированным ходам случайное время
part-full = полный
part-full-about = Начать ли игру, когда займут все места

## Почему действие отклонено

refused = { $why }.
refused-with-price = { $why }: { $price }.
refused-game-over = Игра окончена. Создайте новую командой /new
refused-no-such-seat = За этим столом нет такого места: игроков всего { $seats }
refused-not-your-turn = Сейчас ходит { $name }. Дождитесь своего хода
refused-wait-for-tickets = Сначала все выбирают начальные билеты. Ещё выбирают: { $waiting }
refused-choose-tickets-first = { $keep ->
    [0] Сначала выберите из предложенных билетов
   *[other] Сначала выберите билеты: оставьте хотя бы { $keep } из предложенных
}
refused-second-card-first = Сначала возьмите вторую карту: открытую или из колоды
refused-settle-tunnel-first = Сначала закончите с тоннелем: доплатите { $owed ->
    [one] { $owed } карту
    [few] { $owed } карты
   *[many] { $owed } карт
} или откажитесь
refused-no-tickets-offered = Вам не из чего выбирать. Сначала возьмите билеты
refused-no-tunnel-open = Доплачивать не за что. Сначала займите тоннель
refused-no-such-slot = У открытых карт номера от 1 до { $slots }. Выберите из этих: { $row }
refused-empty-slot = Место { $slot } пусто. Выберите из этих: { $row }
refused-card-changed = На месте { $slot } теперь другая карта: { $card }. Выберите снова: { $row }
refused-locomotive-second = Открытый локомотив можно взять только первой картой. Возьмите другую карту или карту из колоды
refused-no-cards-left = Колода и сброс пусты. Возьмите открытую карту: { $row }
refused-no-tickets-left = Билетов больше нет. Возьмите карты, займите перегон или постройте станцию
refused-ticket-not-offered = Оставляйте только предложенные билеты и называйте каждый один раз
refused-too-few-tickets = { $keep ->
    [one] Оставьте хотя бы { $keep } билет
    [few] Оставьте хотя бы { $keep } билета
   *[many] Оставьте хотя бы { $keep } билетов
}. Вы выбрали { $kept }
refused-too-many-tickets = { $keep_most ->
    [one] Оставьте не больше { $keep_most } билета
   *[other] Оставьте не больше { $keep_most } билетов
}. Вы выбрали { $kept }
refused-no-such-route = На этом поле нет такого перегона. Назовите два соседних города
refused-route-taken = Перегон { $route } уже занят, его владелец — { $name }. Выберите свободный
refused-owns-twin = Нельзя занять обе стороны двойного перегона, а другая сторона { $route } уже ваша. Выберите другой перегон
refused-double-closed = Если игроков меньше { $players }, на двойном перегоне можно занять только одну сторону, и { $route } закрыт. Выберите другой перегон
refused-too-few-trains = { $length ->
    [one] На этот перегон нужен { $length } вагон, а у вас осталось { $trains }. Выберите перегон короче
    [few] На этот перегон нужно { $length } вагона, а у вас осталось { $trains }. Выберите перегон короче
   *[many] На этот перегон нужно { $length } вагонов, а у вас осталось { $trains }. Выберите перегон короче
}
refused-cards-not-held = Вам не хватает карт: { $missing }
refused-no-such-cards = Обозначайте карты буквами: { $letters }
refused-wrong-number-of-cards = Вы выбрали карт: { $given }, а нужно ровно { $number }
refused-unpaid = На это не хватает карт. { $has ->
    [yes] Подходящие карты у вас: { $held }, не хватает { $lacks }
   *[no] Нужных карт у вас нет
}
refused-mixed-colors = Все карты, кроме локомотивов, должны быть одного цвета
refused-wrong-color = Здесь можно платить только так: { $color } и локомотивы
refused-ferry-needs-locomotives = { $ferry ->
    [one] Для этого парома нужен хотя бы { $ferry } локомотив
    [few] Для этого парома нужно хотя бы { $ferry } локомотива
   *[many] Для этого парома нужно хотя бы { $ferry } локомотивов
}
refused-no-locomotives-here = За этот перегон нельзя платить локомотивами
refused-wrong-swap = Этими картами за этот перегон не заплатить
refused-only-locomotives = Вы положили только локомотивы, поэтому и доплачивайте локомотивами
refused-no-stations-in-title = В этой игре нет станций. Возьмите карты, возьмите билеты или займите перегон
refused-no-stations-left = Все ваши станции уже построены. Возьмите карты, возьмите билеты или займите перегон
refused-no-such-city = На этом поле нет такого города. Назовите другой
refused-city-has-station = В городе { $city } уже есть станция игрока { $name }, вторую там построить нельзя. Выберите другой город

price-color = { $count ->
    [one] { $route } стоит { $count } карту: { $one } или локомотив
    [few] { $route } стоит { $count } карты: { $color } или локомотивы
   *[many] { $route } стоит { $count } карт: { $color } или локомотивы
}
price-gray = { $count ->
    [one] { $route } стоит { $count } карту любого цвета или локомотив
    [few] { $route } стоит { $count } карты одного цвета или локомотивы
   *[many] { $route } стоит { $count } карт одного цвета или локомотивы
}
price-color-only = { $count ->
    [one] { $route } стоит { $count } карту: { $one }, без локомотивов
    [few] { $route } стоит { $count } карты: { $color }, без локомотивов
   *[many] { $route } стоит { $count } карт: { $color }, без локомотивов
}
price-gray-only = { $count ->
    [one] { $route } стоит { $count } карту любого цвета, без локомотивов
    [few] { $route } стоит { $count } карты одного цвета, без локомотивов
   *[many] { $route } стоит { $count } карт одного цвета, без локомотивов
}
price-swaps = { $price }; любые карты числом { $count } заменяют { $ferry ->
    [0] одну карту
   *[other] локомотив
}
price-ferry = { $price }, из них хотя бы { $locomotives }
price-station = { $count ->
    [one] эта станция стоит { $count } карту любого цвета или локомотив
    [few] эта станция стоит { $count } карты одного цвета или локомотивы
   *[many] эта станция стоит { $count } карт одного цвета или локомотивы
}
price-surcharge = { $count ->
    [one] доплата — { $count } карта, { $card } или локомотив
    [few] доплата — { $count } карты, { $color } или локомотивы
   *[many] доплата — { $count } карт, { $color } или локомотивы
}
price-surcharge-locomotives = { $count ->
    [one] доплата — { $count } локомотив
    [few] доплата — { $count } локомотива
   *[many] доплата — { $count } локомотивов
}

## Команды и ответы на них

lobby-wait = Игра ещё не началась. Начните её командой /start.
lobby-seated = У вас есть место за столом ({ $board }). Игра ещё не началась. Когда она начнётся, карты и билеты придут сюда.
stale = Эта кнопка устарела. Ничего не изменилось.
not-your-seat = Вы не играете в этой игре, но можете смотреть.
no-seat-here = Вы здесь не играете. Создайте игру: /new.
no-seat-in-game = { $state ->
    [free] Вы здесь не играете. В эту игру можно вступить.
    [full] Вы здесь не играете. Все места заняты.
    [running] Вы смотрите эту игру.
   *[over] Вы не играли в этой игре.
}
no-game = Здесь нет игры. Создайте её командой /new.
games-elsewhere = Вы играете в другом месте: { $places }. Спросите там или у меня лично.
game-here = Здесь уже есть игра, а в чате может быть только одна.
not-started = Игра ещё не началась.
already-started = Игра уже началась.
game-is-over = Эта игра окончена. Создайте новую командой /new.
panel-aborted = Эта игра прервана без результата. В течение суток её создатель или администратор может восстановить её: /restore.
not-read = Не удалось это прочитать. Ничего не изменилось. Владелец бота уже знает.
game-unreadable = Игру { $game } не удаётся прочитать, поэтому она отложена. Владелец бота уже знает и, возможно, сможет её восстановить.
not-written = Не удалось это записать, поэтому ничего не изменилось. Владелец бота уже знает.
too-many-changes = За последние минуты вы изменили слишком много. Немного подождите, прежде чем менять что-то ещё. Ходить можно по-прежнему.
too-fast = Слишком много действий подряд. Подождите несколько секунд и продолжайте.
place-denied = Владелец бота не разрешил использовать его в этом чате. Начатые игры сохранены, но приостановлены.
person-denied = Владелец бота не разрешил вам им пользоваться.
game-stands-still = Владелец бота не разрешил использовать его в чате этой игры. Она сохранена, но приостановлена.
try-again = Сейчас слишком много действий сразу, поэтому ничего не изменилось. Попробуйте ещё раз.
no-such-command = Нет команды «{ $word }». Все команды: /help.
no-such-player = Никого здесь не зовут «{ $word }». Игроки: { $names }.
no-such-seat = Такого места нет. Назовите одного из игроков.
no-such-language = Такого языка нет: «{ $word }». Языки: { $languages }.
no-such-card = Среди открытых карт нет «{ $word }»: { $row }.
no-such-tickets = В вашем списке нет билета { $wrong }. Выберите из { $valid }: это номера в списке.
no-such-cards = Не знаю карт «{ $word }». Карты обозначаются буквами: { $letters }.
no-such-place = { $kind ->
    [route] На этом поле не найден перегон «{ $words }». Назовите два его города на любом языке.
   *[city] На этом поле не найден город «{ $words }». Название можно писать на любом языке.
}
no-route-between = Перегона { $a } — { $b } нет. Соседи города { $a }: { $from_a }. Соседи города { $b }: { $from_b }.
no-such-color = Нет вагонов цвета «{ $word }». Свободны: { $colors }.
no-such-word = В слове для карт не больше { $most } букв и цифр, без пробелов.
word-comes-late = Место у вас уже есть. Слово для карт учитывается, только когда вы садитесь за стол или начинаете игру.
color-taken = Вагоны «{ $color }» уже заняты. Свободны: { $colors }.
no-such-level = Нет уровня «{ $word }». Уровни: { $levels }.
no-such-variant = Нет варианта «{ $word }». Варианты: { $variants }.
no-such-bonus = { $sets ->
    [none] У этого поля нет бонусных билетов.
   *[other] Нет бонусных билетов «{ $word }». Есть: { $sets }.
}
no-such-board = Нет поля «{ $word }». Поля: { $boards }.
not-overdue = Сейчас это может сделать только администратор, в чате, где создана игра. Когда игра прождёт кого-то 24 часа, это сможет любой её игрок.
host-only = Это может сделать только создатель игры или администратор этого чата.
home-only = Эта игра создана в другом чате. Это может сделать только её создатель или администратор того чата.
shown-enough = Эту игру показывают уже в { $most } чатах.
taken-enough = За последний час вы занимали место в этой игре уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
}. Подождите, прежде чем занимать его снова.
setup-just-changed = Кто-то только что изменил настройки. Посмотрите на них и начните ещё раз.
restored-enough = За последний час эту игру восстановили уже { $most ->
    [one] { $most } раз
    [few] { $most } раза
   *[many] { $most } раз
}. Подождите, прежде чем прерывать её снова, или попросите администратора.
follows-enough = За последний час вы показали эту игру уже в { $most } чатах. Подождите, прежде чем добавлять ещё один.
follows-here = Этот чат следит за игрой, которая ещё идёт. Сначала перестаньте следить за ней: /unfollow.
follows-already = Этот чат уже показывает эту игру.
nothing-to-follow = Эта игра окончена, следить за ней больше нельзя.
nothing-to-share = Эта игра окончена, показывать её в других чатах больше нельзя.
no-such-invitation = Такой игры нет. Её игроки могут узнать код командой /share.
at-home = Эта игра создана здесь, от неё нельзя отписаться. Прервать её: /abort.
follows = Теперь этот чат показывает игру, и кнопки под её сообщениями действуют и здесь. Перестать следить: /unfollow.
chat-lost = Я больше не могу писать об этой игре в её чате: { $place }. Чат удалён или закрыт, либо меня из него убрали. Игра продолжается здесь, в личных сообщениях. Чтобы показывать её в другом чате, узнайте код командой /share.
chat-refuses = Сейчас я не могу писать об этой игре в её чате, он не принимает мои сообщения: { $place }. Я буду пробовать снова. Игра продолжается здесь, в личных сообщениях. Чтобы показывать её в другом чате, узнайте код командой /share.
chat-lost-waiting = **Игра ждёт вас.**
unfollowed = Этот чат больше не следит за игрой. Её игроки продолжают играть.
share = Чтобы показать игру ещё в одном чате, на любой платформе, где я есть, напишите там:
    /follow { $code }
    (в Discord: /do follow). Все в том чате смогут смотреть и вступить в игру. { $count ->
        [1] Сейчас её показывает только этот чат.
        [one] Сейчас её показывает { $count } чат.
        [few] Сейчас её показывают { $count } чата.
       *[many] Сейчас её показывают { $count } чатов.
    }
opened = Игра создана: { $title }. Вступить: /join, добавить компьютер: /computer, начать: /start.
rematch-asks = Реванш: { $title }. Остальных позвали. Когда все соберутся, начните игру: /start.
rematch-later = Реванш возможен, когда игра закончится.
joined = Вы в игре, ваши вагоны { $color ->
    [red] красные
    [blue] синие
    [green] зелёные
    [yellow] жёлтые
    [black] чёрные
   *[other] { $color }
}.
already-joined = Вы уже в игре. Чтобы сменить вагоны, добавьте к /join цвет.
already-playing = Вы уже играете.
color-changed = Теперь ваши вагоны { $color ->
    [red] красные
    [blue] синие
    [green] зелёные
    [yellow] жёлтые
    [black] чёрные
   *[other] { $color }
}.
left = Вы вышли из игры.
lobby-full = Все места заняты: играть могут не больше { $most }.
seats-kept = Свободные места пока сохраняются за участниками прошлой игры: { $names }.
not-at-table = Вы не играете в этой игре.
computer-added = В игру вступает { $name }, уровень: { $level ->
    [random] наугад
    [easy] лёгкий
    [normal] средний
    [hard] сильный
   *[other] { $level }
}.
computer-removed = { $name } больше не играет.
no-computer = Убирать некого: компьютеров в игре нет.
setup-changed = Вариант: { $variant }.
setup-bonus = Бонусные билеты: { $sets }.
setup-starter-lot = Первый игрок определяется жребием.
setup-plans = { $delay ->
    [on] Запланированный ход делается после случайной задержки: от полуминуты до получаса.
   *[other] Запланированный ход делается сразу.
}
setup-full = { $full ->
    [on] Игра начнётся сама, когда займут все места.
   *[other] Игру начинает хозяин.
}
nobody-here = Нужен хотя бы один человек. Вступить в игру: /join.
too-few-players = Нужно игроков: хотя бы { $least }. Добавить компьютер: /computer.
bad-setup = { $why }
started = По вагонам! Карты розданы.
left-running = Вы вышли из игры, на вашем месте играет компьютер. Пока место никто не занял, можно вернуться: /join.
conceded = Вы сдались: до конца на вашем месте играет компьютер. В итог оно не входит.
given-up = Вы отказались от места. Пока его никто не занял, можно вернуться: /join.
given-to = Вы отказались от места. Теперь оно принадлежит игроку { $name }.
ask-left-running = Выйти из игры? На вашем месте будет играть компьютер. Место с вашими картами и билетами сможет занять кто-то другой, и тогда вернуться уже нельзя.
ask-conceded = Сдаться? На вашем месте до конца будет играть компьютер. Вернуться нельзя, и в вашу статистику игра не войдёт.
has-conceded = Вы сдались в этой игре, поэтому вернуться нельзя.
concede-for-owner = Вы играете здесь за другого. Вернуть место: /leave.
ask-given-up = Отказаться от места? Его сразу сможет занять кто-то другой, и тогда вернуться уже нельзя. Если не отказываться, вернуться можно в любое время: /join.
ask-given-to = Отказаться от места? Оно будет принадлежать игроку { $name }, и вернуться вы не сможете. Если не отказываться, вернуться можно в любое время: /join.
away = За вас играет компьютер. Вернуться можно в любое время: /join. Место остаётся за вами 24 часа: до тех пор его никто не займёт. Отказаться от места: /leave.
seat-lost-for-now = На вашем месте теперь играет { $name }. Вернуться можно в любое время: /join. Отказаться от места: /leave.
seat-lost = На этом месте теперь играет { $name }. Вы можете смотреть.
already-away = За вас уже играет компьютер. Вернуться: /join.
leave-instead = Это ваше собственное место. Выйти из игры: /leave.
back = С возвращением! Вы снова в игре.
back-instead = С возвращением! Вы снова в игре, а { $name } теперь смотрит.
seat-taken = Теперь вы играете на месте игрока { $name }.
no-seat-free = Все места заняты, но можно смотреть.
seat-held = { $hours ->
    [one] Место игрока { $name } остаётся за ним ещё { $hours } час.
    [few] Место игрока { $name } остаётся за ним ещё { $hours } часа.
   *[many] Место игрока { $name } остаётся за ним ещё { $hours } часов.
} Потом его можно занять: /join.
seen-a-hand = В этой игре у вас уже было место, или вы могли видеть чьи-то карты, поэтому другое место занять нельзя. Но можно смотреть.
joined-already = Вы уже вступили в игру под другой учётной записью.
skipped = Компьютер заканчивает ход игрока { $name }.
replaced = За игрока { $name } играет компьютер, пока игрок не вернётся. 24 часа это место никто не может занять.
computer-plays = За игрока { $name } уже играет компьютер.
nobody-waited-for = Игра сейчас никого не ждёт.
not-waited-for = Игра сейчас не ждёт игрока { $name }.
name-somebody = Игра ждёт нескольких игроков: { $names }. Назовите одного.
nothing-to-abort = Здесь нет игры, которую можно прервать.
unreadable-closed = Игра, которую не удалось прочитать, здесь закрыта. Создайте новую командой /new.
aborted = Игра прервана. Восстановить её в течение суток: /restore.
not-aborted = Игра продолжается.
not-left = Вы остаётесь в игре.
ask-abort = Прервать эту игру для всех? Её можно восстановить в течение суток.
can-be-restored = Здесь есть прерванная игра. Восстановить её: /restore.
nothing-to-restore = Здесь нет прерванной игры, которую можно восстановить.
link-code = Чтобы связать другую свою учётную запись, пришлите мне с неё в течение { $minutes } минут:
    /link { $code }
    После этого каждая из ваших учётных записей сможет играть за другую. Никому не показывайте этот код: кто им воспользуется, увидит ваши карты.
platform-name = { $platform ->
    [discord] Discord
    [telegram] Telegram
   *[other] локальная страница
}
ask-link = Этот код дал игрок { $name } ({ $platform }). Если это вы, нажмите кнопку или напишите /link { $code } yes: после этого каждая из двух учётных записей видит карты другой и играет за неё. Если это кто-то другой, он хочет увидеть ваши карты.
linked = Эта учётная запись связана с { $name } ({ $platform }). Каждая из двух видит карты другой и играет за неё. Разделить их: /unlink.
link-told = Эта учётная запись теперь связана с { $name } ({ $platform }). Каждая из двух видит карты другой и играет за неё. Если это были не вы, нажмите кнопку: все связи ваших учётных записей будут удалены.
link-untold = Не получилось лично предупредить { $name } ({ $platform }), поэтому ничего не связано. Пусть та учётная запись откроет личный чат со мной (или страницу), и попробуйте ещё раз. Или получите код командой /link здесь и пришлите его оттуда.
not-me-done = Все связи этой учётной записи удалены, её коды больше не действуют. Никому не давайте код, даже если просят.
no-such-link = Такого кода нет, или он устарел. Получите новый командой /link и пришлите его с другой учётной записи.
both-seated = У обеих ваших учётных записей было место в игре { $game }. Связать их можно, когда она кончится или когда одна из них выйдет до начала.
not-linked = У вас нет других связанных учётных записей.
unlinked = Эта учётная запись больше не связана с другими.
restored = Игра продолжается с того же места.
played = Готово.
chat-set-pictures = { $value ->
    [board] Сообщения в этом чате показывают всё поле.
    [closeup] Сообщения в этом чате показывают крупным планом то, что построено, а если ничего не построено — всё поле.
   *[both] Сообщения в этом чате показывают всё поле и крупным планом то, что построено.
}
no-such-pictures = Показать «{ $word }» в сообщениях нельзя. Можно выбрать: { $pictures }.
language-here = Теперь в этом чате я говорю по-русски.
language-mine = Теперь я говорю с вами по-русски.
which-route = Какой перегон вы имеете в виду?
which-city = Какой город вы имеете в виду?
which-payment = Чем хотите заплатить?
ways-to-pay = { $place }: чем хотите заплатить?
cannot-pay-now = У вас нет для этого карт.
cannot-pay-surcharge = { $owed ->
    [one] Нужно доплатить { $owed } карту, а у вас её нет. Можно только отказаться: /decline.
    [few] Нужно доплатить { $owed } карты, а у вас их нет. Можно только отказаться: /decline.
   *[many] Нужно доплатить { $owed } карт, а у вас их нет. Можно только отказаться: /decline.
}
no-tickets-now = Билетов больше нет.
confirm-tickets = { $count ->
    [one] Взять { $count } билет? На это уйдёт весь ход; оставить нужно не меньше { $keep }.
    [few] Взять { $count } билета? На это уйдёт весь ход; оставить нужно не меньше { $keep }.
   *[many] Взять { $count } билетов? На это уйдёт весь ход; оставить нужно не меньше { $keep }.
}
nothing-to-claim = У вас нет карт ни для одного свободного перегона.
nothing-to-station = Сейчас вы не можете построить станцию.
choose-claim = { $count ->
    [one] Можно занять { $count } перегон. Какой?
    [few] Можно занять { $count } перегона. Какой?
   *[many] Можно занять { $count } перегонов. Какой?
}
nothing-to-claim-there = Сейчас вам нечем заплатить ни за один свободный перегон из города: { $cities }.
claim-marks = ✅ завершает ваш билет, 🎫 лежит на кратчайшем пути для билета.
claim-by-city = Чтобы увидеть перегоны одного города, назовите его: /claim { $city }
choose-station = Где построить станцию?
station-marks = ✅ в конце игры завершит ваш билет, 🎫 сократит путь для билета.
log-page = **Журнал**, страница { $page } из { $pages }
log-empty = Пока ничего не произошло.
no-record-yet = В записи игры есть все тайны, поэтому она доступна только после конца игры.
record = Вся игра в файле { $file }. Проверить её может каждый: stationmaster verify { $file }
replay-shared = По этой ссылке каждый увидит повтор игры: { $link }
replay-withdrawn = { $count ->
        [one] Отозвана { $count } ссылка на повтор.
        [few] Отозваны { $count } ссылки на повтор.
        [many] Отозвано { $count } ссылок на повтор.
       *[other] Отозвано { $count } ссылки на повтор.
    } По ним больше ничего не откроется.
replay-not-shared = Вы не делились этим повтором.
replay-links-full = Ссылок на этот повтор у вас уже { $count }. Возьмите одну из них или сначала отзовите.
replay-missing = Повтора этой игры здесь нет: она ещё идёт или не читается.
replay-link-wrong = По этой ссылке повтора нет: она неполная или отозвана. Попросите у отправителя другую.
no-games = Сейчас вы не играете ни в одной игре.
games-page = Страница { $page }
button-games-before = Более срочные
button-games-after = Ещё игры
digest-title = **Ваши игры сегодня**
games-unreadable = { $count ->
    [one] Эту игру не удаётся прочитать: { $games }.
    [few] Эти игры не удаётся прочитать: { $games }.
   *[many] Эти игры не удаётся прочитать: { $games }.
} Владелец бота уже знает.
game-until = до { $until }
game-line = { $waits ->
    [yes] **ваш ход**{ $until } · { $board }, игроки: { $names } ({ $game })
   *[no] { $status ->
        [lobby] ещё не началась · { $board }, игроки: { $names } ({ $game })
       *[running] ход других · { $board }, игроки: { $names } ({ $game })
    }
}
game-choice = { $waits ->
    [yes] Ваш ход: { $place }
   *[no] { $place }
}
show-hand-of = Показать мои карты в игре …
games-more = … и ещё { $count }
earlier-in-log = Раньше: /log
left-out = До этого заняты: { $claims }. Всё: /log
lobby-open = **{ $title }** ({ $variant }): можно вступить. Игроков: { $ranges ->
    [yes] от { $least } до { $most }
   *[no] { $most }
}.
lobby-started = **{ $title }** ({ $variant }): игра началась.
lobby-closed = **{ $title }** ({ $variant }): вступить уже нельзя.
lobby-host = { $starters ->
    [players] Создатель игры — { $name }. Начать её может любой игрок.
    [admins] Создатель игры — { $name }. Начинает её администратор.
   *[host] Игру начинает { $name }.
} Ваши карты и билеты видите только вы.
lobby-seats = Игроки: { $names }.
lobby-asked = Ждём ответа до { $until }: { $names }. Нажмите «Вступить». До тех пор места сохраняются.
you-took = Вы взяли { $card }.
you-drew = Вы взяли из колоды { $card }.
you-claimed = { $points ->
    [one] Перегон { $route } ваш: { $points } очко.
    [few] Перегон { $route } ваш: { $points } очка.
   *[many] Перегон { $route } ваш: { $points } очков.
}
button-rules = Правила
button-join = Вступить
button-leave = Выйти
button-computer = Добавить компьютер
button-start = Начать
button-draw = Взять карты
button-claim = Занять перегон
button-ticket = Взять билеты
button-station = Построить станцию
button-hand = Мои карты
button-board = Поле
button-your-move = Ваш ход
button-two-cards = 2 из колоды
button-legend = Обозначения
button-pictures = 🖼 Ещё { $count ->
    [one] { $count } картинка
    [few] { $count } картинки
   *[many] { $count } картинок
}
button-scores = Счёт
button-log = Журнал
button-record = Запись
button-rematch = Реванш
button-share = Поделиться повтором
button-why = Объяснить ходы компьютеров
button-restore = Восстановить игру
button-link = Да, это я
button-not-me = Это был не я
button-cancel = Отмена
button-withdraw = Отозвать мои ссылки
button-earlier = Раньше
button-later = Позже
button-abort = Прервать игру
button-end = Закончить игру
button-leave-game = Освободить место
button-concede-game = Сдаться
button-pause = Предложить паузу
button-resume = Предложить продолжить
button-givetime = Дать время
button-yes = Да
button-no = Нет
button-come-back = Вернуться
button-choose-tickets = Выбрать билеты
button-keep = { $count ->
    [0] Не оставлять билетов
    [one] Оставить { $count } билет
    [few] Оставить { $count } билета
   *[many] Оставить { $count } билетов
}
help-start = { $platform ->
    [telegram] 1. Создайте игру в группе: /new. Остальные нажимают «Вступить».
   *[other] 1. Создайте игру: /new. Остальные нажимают «Вступить».
} Можно добавить компьютеры.
    2. Создатель игры нажимает «Начать». Все получают карты и выбирают билеты, которых не видит никто другой.
    3. В свой ход нажимайте кнопки под последним сообщением{ $platform ->
        [discord] {" "}или в личных сообщениях
        [telegram] {" "}или в нашем личном чате
       *[other] {""}
    }: взять карты, занять перегон, взять билеты или построить станцию.
    4. /hand покажет ваши карты, билеты и что можно сделать сейчас. Ответ видите только вы.
    Не знаете игру? Её объясняют /rules. Любой ход можно и написать: выберите ниже «{ help-topic-turn }».
help-writing = Города можно писать на любом языке, сокращённо и с опечатками.{ $platform ->
        [discord] {""}
       *[other] {" "}Например: /new europe mega, /claim Париж Брест KKL, /draw красная, /keep 1 3, /computer hard, /language ru here.
    }
    У карт есть буквы: R ❤️ красная, B 💧 синяя, G ☘️ зелёная, Y ⭐ жёлтая, K ♠️ чёрная, W ◇ белая, O ☀️ оранжевая, P 🌸 фиолетовая, L 🚂 локомотив. KKL — две чёрные карты и локомотив.
help-topic-start = Первые шаги
help-topic-turn = Ваш ход
help-topic-writing = Города и карты
help-topic-table = До игры, и если кого-то нет
help-topic-look = В любое время
help-topic-chats = Несколько чатов
help-topic-person = Вы

## Настройки

language-name = русский
settings-title = **Ваши настройки**
settings-language = Ваш язык: { $language }.
settings-ping = { $value ->
    [channel] Когда ваш ход, я упоминаю вас в чате игры.
    [dm] Когда ваш ход, я пишу вам личное сообщение.
    [both] Когда ваш ход, я упоминаю вас в чате игры и пишу личное сообщение.
   *[none] О вашем ходе я не сообщаю.
}
settings-confirm = { $value ->
    [on] Прежде чем кнопка займёт перегон, я показываю его и прошу подтверждения.
   *[off] Перегон занимается сразу, как только выбрано, чем платить.
}
settings-zone = Ваш часовой пояс: { $zone }, там сейчас { $time }.{ $basis ->
    [guessed] {" "}Это лишь предположение. Изменить: /settings timezone UTC+3
    [unknown] {" "}Вы его не выбирали. Выбрать: /settings timezone UTC+3
   *[chosen] {""}
}
settings-quiet-hours = { $begin ->
    [off] Тихих часов у вас нет: я могу напомнить о ходе в любое время.
   *[other] Тихие часы: с { $begin } до { $end }. В это время я не напоминаю о ходе.
}
settings-digest = { $value ->
    [on] Раз в день я присылаю личное сообщение со всеми играми, которые вас ждут, и не сообщаю о каждом ходе.
   *[off] Ежедневной сводки вы не получаете.
}
no-digest-here = Здесь нет личных сообщений, поэтому нет и ежедневной сводки.
settings-choose-language = Язык
settings-choose-ping = Уведомления о ходе
settings-choose-confirm = Подтверждение
settings-choose-quiet = Тихие часы
settings-choose-digest = Ежедневная сводка
ping-channel = В чате игры
ping-dm = Личным сообщением
ping-both = И в чате, и лично
ping-none = Без уведомлений
settings-choose-notify = Где сообщать
settings-notify-on = { $value ->
    [here] О ваших ходах я сообщаю там, где вы играете.
    [telegram] О ваших ходах я сообщаю личным сообщением в Telegram. Если это не удаётся — там, где вы играете.
    [discord] О ваших ходах я сообщаю личным сообщением в Discord. Если это не удаётся — там, где вы играете.
   *[both] О ваших ходах я сообщаю там, где вы играете, и личным сообщением на другой вашей платформе.
    }
notify-here = Там, где играю
notify-telegram = В Telegram
notify-discord = В Discord
notify-both = На обеих платформах
notify-elsewhere = { $name }, ваш ход: **{ $place }**, { $platform }.
no-account-there = У вас нет там связанной учётной записи. Сначала свяжите её командой /link.
confirm-on = Подтверждать перегоны
confirm-off = Занимать сразу
quiet-off = Без тихих часов
digest-on = Одно сообщение в день
digest-off = Сообщать о каждом ходе
no-such-setting = Настройки «{ $word }» нет. Например: /settings language ru ping dm confirm off
no-such-timezone = Часового пояса «{ $word }» я не знаю. Напишите, например, Tokyo, New York или UTC+3.
no-such-quiet = «{ $word }» — это не тихие часы. Напишите, например, 22:00-8:00 или off.
no-such-topic = { $kind ->
    [help] В справке нет темы «{ $word }».
   *[rules] В правилах этой игры нет темы «{ $word }».
} Темы: { $topics }.

## Настройки чата: /chatsettings
## Каждая настройка — отдельное предложение. Поле и вариант пишутся одним словом: europe/mega.

chat-settings-title = **Настройки этого чата**
chat-settings-of-admins = Менять их могут только администраторы чата.
chat-admin-only = Это может сделать только администратор этого чата.
chat-changed = { $name } меняет настройку этого чата. { $lines }
chat-set-language = Язык бота в этом чате: { $language }.
chat-set-openers = { $value ->
    [admins] Создавать игры здесь могут только администраторы.
   *[everybody] Создавать игры здесь могут все.
}
chat-set-starters = { $value ->
    [admins] Начать созданную здесь игру может только администратор.
    [players] Начать созданную здесь игру может любой из игроков.
   *[host] Созданную здесь игру начинает тот, кто её создал.
}
chat-set-default-game = Если не выбрать другое поле, новые игры идут на этом: { $title }.
chat-set-groups-computers = { $value ->
    [off] О каждом ходе компьютера — отдельное сообщение.
   *[on] О ходах компьютеров рассказывает сообщение о ходе следующего человека.
}
chat-set-threads = { $value ->
    [on] Для каждой новой игры создаётся своя ветка или тема.
   *[off] Новые игры идут в самом чате.
}
chat-set-quiet-hours = { $begin ->
    [off] Тихих часов в этом чате нет.
   *[other] С { $begin } до { $end } мои сообщения приходят сюда без звука, а напоминания ждут. Время на ход идёт.
}
chat-set-zone = Часовой пояс этого чата: { $zone }.
chat-choose-title = Поле
chat-choose-language = Язык
chat-choose-clock = Время на ход
chat-choose-quiet = Тихие часы
chat-choose-openers = Кто создаёт игры
chat-choose-starters = Кто начинает игры
chat-choose-pictures = Картинки
chat-choose-grouped = Ходы компьютеров
chat-choose-threads = Ветки
chat-choose-topics = Темы
openers-everybody = Игры создают все
openers-admins = Игры создают админы
starters-host = Начинает создатель игры
starters-players = Начинает любой игрок
starters-admins = Начинает админ
grouped-on = Компьютеры — в общем сообщении
grouped-off = Каждый ход компьютера отдельно
threads-on = Каждой игре — своя ветка
threads-topic = Каждой игре — своя тема
threads-off = Игры в самом чате
no-such-chat-setting = Настройки «{ $word }» нет. Например: /chatsettings openers admins quiet 22-8 title europe/mega
openers-only = В этом чате игры создают только администраторы. Попросите кого-нибудь из них создать игру.
starters-only = В этом чате игры начинают только администраторы. Попросите кого-нибудь из них нажать «Начать».
no-threads-on-platform = Здесь нет веток.
topics-are-off = В этой группе нет тем, и я не могу открыть тему для игры. Администратор может включить темы в настройках группы или отключить это: /chatsettings threads off.
no-topic-now = Не удалось открыть здесь тему для игры.
topics-need-permission = Я не могу открыть тему для игры: мне нужно быть администратором с правом «Управление темами». Администратор группы может и отключить это: /chatsettings threads off.
audit-default-game = Новые игры идут на этом поле: { $word }.
audit-quiet-hours = { $value ->
    [off] Тихих часов в этом чате нет.
   *[other] Тихие часы этого чата: { $word }.
}
audit-zone = Часовой пояс этого чата: { $word }.
audit-invitation = Приглашение в игру этого чата обновлено. Прежний код больше не действует.
audit-chat-removed = Созданную здесь игру больше не показывают в чате: { $word }.

## Чаты, которые следят за игрой, и люди, которые ждут новой

share-followers = За ней следят: { $names }.
button-new-invitation = Новое приглашение
button-remove-chat = Убрать { $name }
invitation-renewed = Приглашение обновлено. Прежний код больше не действует.
chat-removed = { $name } больше не показывает игру. Прежний код больше не действует.
removed-from-game = Этот чат больше не показывает игру: так решили в чате, где она создана. Игроки сохраняют места и играют дальше.
not-following = Этот чат не следит за игрой.
button-notify = Сообщить о новой игре
notify-waits = Я сообщу вам один раз, когда в этом чате создадут новую игру. Передумаете — нажмите ещё раз.
notify-waits-not = О новой игре в этом чате я сообщать не буду.
notify-full = Внести вас в список не могу: он полон, или вы ждёте игр в слишком многих чатах.
wait-elsewhere = Это возможно только в чате на вашей платформе.
told-of-game = Создана новая игра: { $title }, { $place }. Вы просили сообщить об этом один раз.
told-of-game-here = Создана новая игра. Вы просили сообщить об этом один раз.
host-ready = { $title }: игроков достаточно. Можно начать игру или подождать ещё.
host-full = { $title }: все места заняты. Можно начать игру.
a-chat = один из чатов
button-go-there = Перейти туда
button-new-lobby = Создать новую игру

## Рейтинг

stats-off = Ваша статистика выключена. Ваши законченные игры не учитываются, и никто ничего о них не видит.
    Если её включить, я учту и уже законченные игры, и будущие: места, счёт, перегоны, билеты и ходы вовремя. Другие увидят это под вашим именем: по /stats — те, кто играл с вами или в том же чате, и по /leaderboard, в том числе в таблице всех чатов. Выключить или удалить её можно в любой момент.
stats-turned-on = Ваша статистика включена. Её показывает /stats. { rating-explained }
stats-turned-off = Ваша статистика выключена: её никто не видит, и новые игры не учитываются. /stats on включает её снова, /stats delete удаляет.
stats-ask-delete = Удалить вашу статистику и рейтинг? Уже законченные игры больше не будут учитываться. Записи игр останутся, и рейтинг остальных игроков тоже.
stats-deleted = Ваша статистика и рейтинг удалены, статистика выключена.
stats-unknown = Статистики «{ $word }» здесь нет. Я показываю только тех, кто включил её командой /stats on и закончил игру в этом чате или с вами.
stats-several = Имя «{ $word }» подходит нескольким людям. Напишите его полнее.
stats-no-month = «{ $word }» — не месяц. Пишите так: 2026-03.
stats-none = { $month ->
    [none] Для { $name } пока не учтено ни одной законченной игры.
   *[other] За { $month } для { $name } не учтено ни одной законченной игры.
}
stats-title = **Статистика: { $name }{ $month ->
    [none] {""}
   *[other] {" · "}{ $month }
}**
stats-overall = Все игры
stats-here = В этом чате
stats-part = { $part }: { $games ->
    [one] { $games } игра
    [few] { $games } игры
   *[many] { $games } игр
}, побед: { $wins }, средний счёт { $average }.
stats-places = Места: { $places }.
stats-place = { $place }-е — { $count ->
    [one] { $count } раз
    [few] { $count } раза
   *[many] { $count } раз
}
stats-best = Лучший счёт: { $best }. Выполнено билетов: { $completed } из { $tickets }. Самый длинный путь: { $path }.
stats-routes = Любимые перегоны: { $routes }.
stats-in-time = Ходы вовремя: { $share } % ({ $count } из { $due }).
stats-not-rated = Рейтинговых игр пока нет.
stats-rating = Рейтинг: { $rating }{ $provisional ->
    [yes] {" "}(предварительный)
   *[no] {""}
}, рейтинговых игр: { $games }.
rating-explained = Рейтинг начинается с 1000. Игра идёт в рейтинг, если играют не меньше двух человек и ни одного компьютера, никто не ушёл, никого не заменили, администратор не возвращал её назад, и все включили статистику до начала игры. Рейтинг меньше чем по 5 играм — предварительный (?).
leaderboard-title = Таблица лидеров
leaderboard-of = { $scope ->
    [all] Все чаты
   *[chat] Этот чат
}{ $month ->
    [none] {""}
   *[other] {" · "}{ $month }
}
leaderboard-line = { $place }. { $name } · { $line }
leaderboard-rating = рейтинг { $rating }
leaderboard-no-rating = без рейтинга
leaderboard-empty = { $scope ->
    [all] За это время ещё нет учтённых законченных игр.
   *[chat] За это время в этом чате ещё нет учтённых законченных игр. Все чаты показывает /leaderboard all.
} Учитываются игры тех, кто включил статистику командой /stats on.
button-stats-all = Все игры
button-stats-on = Включить
button-stats-off = Выключить
button-stats-delete = Удалить
button-stats-delete-sure = Да, удалить
slash-stats = статистика
slash-stats-about = Ваша статистика и рейтинг или другого игрока; включить, выключить, удалить
slash-leaderboard-about = У кого лучший рейтинг и больше побед: в этом чате или во всех
part-whose = чья
part-whose-about = Имя игрока; или on, off, delete
part-month = месяц
part-month-about = Месяц, например 2026-03; иначе все игры

## Privacy

my-data = Всё, что хранится о вас, — в файле { $file }. В нём есть ваши карты: никому за столом его не показывайте.
ask-forget = **Удалить всё о вас?** Отменить это нельзя.
    • { $running ->
        [0] У вас нет места ни в одной идущей игре.
        [one] В { $running } идущей игре дальше за вас будет играть компьютер, и всем за столом об этом сообщат.
        [few] В { $running } идущих играх дальше за вас будет играть компьютер, и всем за столом об этом сообщат.
       *[many] В { $running } идущих играх дальше за вас будет играть компьютер, и всем за столом об этом сообщат.
    }
    • { $games ->
        [0] Вы ещё нигде не играли.
        [one] { $games } игра с вашим участием останется, но вместо вашего имени в ней будет «Игрок 2» или другой номер.
        [few] { $games } игры с вашим участием останутся, но вместо вашего имени в них будет «Игрок 2» или другой номер.
       *[many] { $games } игр с вашим участием останутся, но вместо вашего имени в них будет «Игрок 2» или другой номер.
    }
    • Ваши настройки, связи учётных записей, статистика и все заметки о вас удаляются. Если вы видели чьи-то карты в идущей игре, отметка об этом хранится до её конца, чтобы никто не увидел карты двух игроков.
    • Сообщения, которые хранит эта платформа, и резервные копии у владельца бота не меняются.
    Удаляются учётные записи:
forget-account = { $name } ({ $platform })
button-forget = Удалить всё обо мне
forgotten = { $count ->
    [one] Всё о вас удалено. Если вы снова мне напишете, всё начнётся с начала.
    [few] Всё о вас и о ваших связанных учётных записях ({ $count }) удалено. Если вы снова мне напишете, всё начнётся с начала.
   *[many] Всё о вас и о ваших связанных учётных записях ({ $count }) удалено. Если вы снова мне напишете, всё начнётся с начала.
    }
nothing-to-forget = О вас ничего не хранится.

## Webhooks

webhook-set = Я буду отправлять каждый ход игры этого чата и её конец на { $host }. Адрес больше не показывается. Запросы подписаны ключом, который показан только сейчас: { $secret }
    Если адрес написан там, где его видят другие, удалите это сообщение.
webhook-none = Ходы этого чата не отправляются на веб-адрес. Администратор может задать его командой /webhook https://…
webhook-shown = Ходы этого чата отправляются на адрес у { $host }. /webhook test проверяет его, /webhook off отключает.
webhook-off = Ходы этого чата больше не отправляются на веб-адрес.
webhook-tested = Проверка прошла: { $host } отвечает.
webhook-failed = Проверка не прошла, { $host }: { $why ->
    [status] в ответ пришла ошибка или перенаправление.
    [slow] ответа не было слишком долго.
   *[other] соединиться не получилось, или это не адрес открытого интернета.
    }
webhook-bad = Такой адрес не подходит. Он должен начинаться с https://, быть не длиннее { $most } знаков и не содержать имени пользователя и пароля.
webhooks-denied = Владелец бота не разрешает веб-адреса.
webhook-gave-up = Веб-адрес этого чата отключён: неудачных попыток — { $count }. Администратор может задать его снова командой /webhook.

## Правила коротко

choose-topic = Выберите тему
tie-then = , потом {""}
rules-of = **{ $topic }** · { $title }, { $variant }
rules-topic-game = Игра
rules-topic-different = Чем это поле отличается
rules-topic-turn = Ход
rules-topic-cards = Карты
rules-topic-claiming = Перегоны
rules-topic-doubles = Двойные перегоны
rules-topic-ferries = Паромы
rules-topic-tunnels = Тоннели
rules-topic-tickets = Билеты
rules-topic-stations = Станции
rules-topic-end = Конец игры
rules-topic-scoring = Очки
rules-topic-letters = Буквы
rules-game =
    Стройте железные дороги между городами. На каждом вашем тайном билете два города, которые нужно соединить. Собирайте карты, занимайте ими перегоны и соединяйте города билетов. Побеждает тот, у кого больше очков.
    Сначала у вас карт: { $dealt }, вагонов: { $trains }. Из { $offered } предложенных билетов оставьте не меньше { $kept_first }{ $narrow ->
        [0] {""}
       *[other] , но из первых { $narrow_of } не больше { $narrow }
    }.
rules-turn =
    За ход вы делаете что-то одно: берёте карты, занимаете перегон{ $stations ->
        [0] {" "}или берёте билеты
       *[other] , берёте билеты или строите станцию
    }. Потом ходит следующий игрок. Пока хоть что-то возможно, пропускать ход нельзя.
rules-cards =
    Возьмите две карты, каждую из открытых (их { $row }) или из колоды. Место взятой открытой карты сразу занимает новая, ещё до второй карты.
    { $whole ->
        [0] { rule-row-locomotive }
       *[other] Открытый локомотив — единственная карта хода. Локомотив из колоды считается как любая другая карта.
    }{ $reset ->
        [0] {" "}{ rule-row-stays }
       *[other] {" "}Если открытых локомотивов { $reset }, все открытые карты заменяются.
    }
rules-claiming =
    За перегон платят столькими картами его цвета, сколько в нём мест; за серый — картами любого одного цвета. { rule-locomotives } { $any_cards ->
        [0] {""}
       *[other] { rule-any-cards }{" "}
    }На каждое место нужен один вагон. За ход можно занять один перегон.
    Очки по числу мест: { $points }.
rule-locomotives = { $locomotives_on ->
    [tunnels] Локомотивами можно платить только за тоннели: там они заменяют карту любого цвета.
    [tunnels-and-ferries] Локомотивами можно платить только за тоннели и паромы: там они заменяют карту любого цвета.
   *[other] Локомотив заменяет карту любого цвета.
}
rule-any-cards = На перегоне { $any_routes } любые карты числом { $any_cards } заменяют одну карту, сколько угодно раз.
rule-ferry-cards = Любые карты числом { $ferry_cards } заменяют локомотив, которого требует паром.
rule-row-locomotive = Открытый локомотив считается как любая другая карта: за ход можно взять и два.
rule-row-stays = Открытые карты не заменяются, сколько бы среди них ни было локомотивов.
rule-boxed = Взятые и не оставленные билеты выходят из игры.
rule-no-path = За самый длинный путь очков нет.
rule-globetrotter = Тому, кто выполнил больше всего билетов: { $globetrotter }.
rule-mandala = Выполненный билет — мандала, если ваши перегоны соединяют его города двумя разными путями без общих перегонов. Всего очков за мандалы: { $mandala } — за одну, за две и так далее.
rule-countries = Некоторые билеты ведут в страны. Страна достигнута, если вы дошли до любой её пограничной точки; между собой эти точки не соединены. Если стран в билете несколько, засчитывается достигнутая с наибольшим числом очков. Если не достигнута ни одна, вы теряете наименьшее число.
rules-points = { $length } — { $points }
rules-doubles =
    Двойной перегон — это два перегона рядом между одними и теми же городами. Один игрок не может занять оба.{ $double_players ->
        [0] {""}
       *[other] {" "}Если игроков меньше { $double_players }, второй закрывается, как только занят первый.
    }
rules-ferries =
    На некоторых местах парома нарисован локомотив: за каждое из них нужно заплатить локомотивом. За остальные места тоже можно платить локомотивами.{ $ferry_cards ->
        [0] {""}
       *[other] {" "}{ rule-ferry-cards }
    }
rules-tunnels =
    Положите карты за тоннель. Потом из колоды { $revealed ->
        [one] открывается { $revealed } карта
        [few] открываются { $revealed } карты
       *[many] открываются { $revealed } карт
    }. За каждую карту того же цвета и за каждый локомотив нужно доплатить одну карту этого цвета или локомотив. Если вы положили только локомотивы, считаются только открытые локомотивы, и доплачивать нужно локомотивами.
    Доплатите — тоннель ваш; откажетесь — карты вернутся к вам, и ход закончится.
rules-tickets =
    Вместо другого хода возьмите { $drawn ->
        [one] { $drawn } билет
        [few] { $drawn } билета
       *[many] { $drawn } билетов
    } и оставьте не меньше { $kept }.{ $boxed ->
        [0] {""}
       *[other] {" "}{ rule-boxed }
    } Если вы соедините города билета своими перегонами, в конце получите его очки, а если нет, столько же потеряете.{ $countries ->
        [0] {""}
       *[other] {" "}{ rule-countries }
    } До конца игры ваших билетов никто не видит.
rules-stations =
    Станция позволяет использовать для билетов один чужой перегон у её города, для всех билетов один и тот же. На всю игру у вас { $stations ->
        [one] { $stations } станция
        [few] { $stations } станции
       *[many] { $stations } станций
    }. Цена по порядку, в картах одного цвета: { $costs }. За ход можно построить одну, и в городе может быть только одна. Каждая непостроенная даёт { $station_points ->
        [one] { $station_points } очко
        [few] { $station_points } очка
       *[many] { $station_points } очков
    }. В конце программа выбирает перегоны так, как лучше для вас.
rules-end =
    { $few ->
        [0] Когда кто-то заканчивает ход без вагонов
       *[other] Когда кто-то заканчивает ход и вагонов у него не больше { $few }
    }, каждый делает ещё один ход, и этот игрок тоже.
rules-scoring =
    Очки за перегоны начисляются сразу. В конце выполненные билеты прибавляют свои очки, а невыполненные отнимают.{ $stations ->
        [0] {""}
       *[other] {" "}За каждую непостроенную станцию: { $station_points }.
    }{ $path ->
        [0] {""}
       *[other] {" "}За самый длинный путь: { $path }; каждый вагон в нём считается один раз.
    }{ $globetrotter ->
        [0] {""}
       *[other] {" "}{ rule-globetrotter }
    }{ $mandala ->
        [0] {""}
       *[other] {" "}{ rule-mandala }
    } При равенстве решает { $ties }.
tie-completed-tickets = большее число выполненных билетов
tie-fewest-stations = меньшее число станций
tie-longest-path = более длинный путь
rules-letters =
    R ❤️ красный, B 💧 синий, G ☘️ зелёный, Y ⭐ жёлтый, K ♠️ чёрный, W ◇ белый, O ☀️ оранжевый, P 🌸 фиолетовый, L 🚂 локомотив. KKL — две чёрные карты и локомотив.

## Обучение: тренировка, подсказки и разбор

practice-chat = Тренировка: { $name }
practice-begun = { $where ->
    [here] Тренировочная игра началась.
    [local] Тренировочная игра началась, она идёт в «{ $place }».
   *[other] Тренировочная игра началась в нашем личном чате.
} /hint подскажет, как сходил бы сильный компьютер, а /abort закончит игру.
practice-goes-on = Тренировочная игра уже идёт. Закончите её там, где играете, командой /abort или играйте дальше.
practice-no-chat = У меня нет доступа к личному чату с вами, и тренироваться негде. Откройте сначала наш личный чат{ $platform ->
    [telegram] , нажмите Start
   *[other] {""}
} и попробуйте снова.
hint = Компьютер ({ $level }) предложил бы { $move }. { $because }
hint-others = Подсказки есть только в тренировке, где вы играете один против компьютеров. Начать её: /practice.
hint-wait = Сейчас вам нечего решать.
because-at-random = Этот ход не хуже других.
because-best-plan = Эти билеты лучше всего сочетаются.
because-short-tickets = За свои очки эти билеты требуют меньше всего вагонов.
because-for-tickets = { $number ->
    [0] Это поможет с вашими билетами.
   *[other] Это поможет с билетами: { $tickets }.
}
because-scarce = Без этого объезд будет долгим.{ $number ->
    [0] {""}
   *[other] {" "}Это поможет с билетами: { $tickets }.
}
because-before-rival = Этот перегон может занять и игрок { $rival }.{ $number ->
    [0] {""}
   *[other] {" "}Он поможет с билетами: { $tickets }.
}
because-in-the-way = Это даёт очки, и этот перегон, вероятно, нужен игроку { $rival }.
because-second-way = Это часть второго пути между городами билета.
because-for-points = Это даёт очки, а карт хватает.
because-last-turn = В последний ход ничто другое не даст больше очков.
because-card-for-route = { $named ->
    [yes] Карта поможет заплатить за перегон { $route }.
   *[no] Карта подходит к остальным.
}
because-nothing-in-row = { $named ->
    [yes] Карта из колоды может помочь с перегоном { $route } больше, чем открытые карты.
   *[no] Карта из колоды может помочь больше, чем открытые карты.
}
because-more-tickets = Для ваших билетов больше ничего не нужно, и на новые есть время.
because-tickets-on-the-way = На новые билеты есть время, и для них могут подойти перегоны, которые вам и так нужны.
because-borrow = Так можно использовать перегон { $route }{ $number ->
    [0] {""}
   *[other] {" "}для билетов: { $tickets }
}.
because-pays = Тоннель стоит доплаты.
because-cannot-pay = На доплату за тоннель не хватает карт.
because-nothing-better = Лучшего хода не видно.
review-later = Разбор возможен, когда игра закончится.
review-begun = Смотрю ваши ходы. Это займёт минуту или дольше; потом разбор придёт личным сообщением или откроется по этой кнопке.
review-title = Ходы, в которых самый сильный компьютер сыграл бы иначе:
review-turn = { $round ->
    [0] Начальные билеты
   *[other] Круг { $round }
}: вы решили { $played }. Лучше было { $better }. { $because }
review-nothing = { $turns ->
    [0] Самый сильный компьютер не нашёл хода, который явно стоило сыграть иначе.
    [one] Разобран { $turns } ваш ход. Самый сильный компьютер не сыграл бы явно иначе.
    [few] Разобраны { $turns } ваших хода. Ни в одном из них самый сильный компьютер не сыграл бы явно иначе.
   *[many] Разобраны { $turns } ваших ходов. Ни в одном из них самый сильный компьютер не сыграл бы явно иначе.
}{ $praise ->
    [yes] {" "}Отличная игра!
   *[no] {""}
}
review-no-turns = Разбирать нечего: нет ни одного вашего хода, который засчитан. Отменённые ходы и ходы компьютера не разбираются.
review-missed = { $count ->
    [one] Этот билет не выполнен, и его очки вычтены: { $tickets }.
   *[other] Эти билеты не выполнены, и их очки вычтены: { $tickets }.
}
moment = { $round ->
    [0] **Поле в начале**, перед вашим выбором билетов.
   *[other] **Круг { $round }**, перед вашим ходом.
} { $hand }
button-review = Разбор моих ходов
button-review-back = К разбору
button-hint = Подсказка
button-do-it = Сделать так
button-moment = { $round ->
    [0] Поле в начале
   *[other] Поле, круг { $round }
}
first-tickets = 💡 Билеты, города которых лежат рядом, можно выполнить по общим перегонам. Невыполненный билет отнимает свои очки.
first-draw = 💡 Сначала соберите карты: тех цветов, что встречаются на пути ваших билетов, и локомотивы.
first-claim = 💡 Вам хватает карт на перегон { $route }. Он лежит на кратчайшем пути для вашего билета { $ticket }.
first-lacks = 💡 Перегон { $route } лежит на кратчайшем пути для вашего билета. На него не хватает { $count ->
    [one] { $count } карты
   *[other] { $count } карт
}. Подойдёт { $color } карта{ $takes ->
    [0] {""}
   *[other] {" "}или локомотив
}.
first-more = 💡 Для ваших билетов свободные перегоны уже не нужны. Можно взять билеты или занимать длинные перегоны ради очков.
settings-hints = { $value ->
    [on] В первой игре личные сообщения содержат подсказки.
   *[off] Подсказок в первой игре нет.
}
settings-choose-hints = Подсказки в первой игре
hints-on = Подсказки в первой игре
hints-off = Без подсказок

## Правила в картинках

lesson-player = Игрок { $number }
lesson-turn = Под картой видно, чей сейчас ход. Открытые карты и колоды лежат на карте.
lesson-cards = Возьмите две карты{ $whole ->
    [0] {""}
   *[other] {" "}или один открытый локомотив
}. Цифры от 1 до 5 на поле — места открытых карт.
lesson-claiming = { $route }: { $count ->
    [one] { $count } место
    [few] { $count } места
   *[many] { $count } мест
} — и столько же карт.{ $takes ->
    [0] {""}
   *[other] {" "}Локомотив заменяет любую карту.
} Очки сразу: { $points }.
lesson-doubles = { $closed ->
    [yes] { $route }: одна сторона занята, и при таком числе игроков вторая закрыта.
   *[no] { $route }: два игрока заняли по одной стороне. Обе одному игроку занять нельзя.
}
lesson-ferries = { $route }: { $count ->
    [one] { $count } место
    [few] { $count } места
   *[many] { $count } мест
}, из них с нарисованным локомотивом: { $engines }. За каждое такое место нужен локомотив{ $ferry_cards ->
    [0] {""}
   *[other] {" "}или любые карты числом { $ferry_cards }
}.
lesson-tunnels = { $route }: { $count ->
    [one] сыграна { $count } карта
    [few] сыграны { $count } карты
   *[many] сыграно { $count } карт
}, затем открыты карты из колоды. Карты с +1 совпали, поэтому доплата: { $owed ->
    [one] { $owed } карта
    [few] { $owed } карты
   *[many] { $owed } карт
}.
lesson-tickets = { $ticket }: эти перегоны соединяют оба города. Выполнен — в конце +{ $points }, не выполнен — −{ $points }.
lesson-stations = Станция в городе { $city } позволяет её владельцу использовать для билетов чужой перегон { $route }.
lesson-end = У одного игрока { $few ->
    [0] не осталось вагонов
   *[other] осталось вагонов: { $few }
}. Теперь у каждого, и у него тоже, по последнему ходу.
lesson-scoring = { $path ->
    [0] Эти перегоны принесли очки, когда были заняты. В этом варианте за самый длинный путь ничего не дают.
   *[other] Путь без разрывов, вагонов: { $count }. Его концы: { $cities }. Самый длинный путь приносит очков: { $path }.
}
lesson-letters = По порядку: красная, синяя, зелёная, жёлтая, чёрная, белая, оранжевая, фиолетовая, локомотив.
button-show-me = Показать

## Discord: кнопки, команды и их части

button-claim-it = Занять
button-pay-otherwise = Заплатить иначе
button-find = 🔍 Найти по названию
button-back = К моим картам
lobby-menu-variant = Вариант
lobby-menu-bonus = Бонусные билеты
lobby-menu-starter = Первый ход
lobby-menu-computer = Компьютер
lobby-menu-delay = Запланированные ходы
plans-delay-off = делаются сразу
plans-delay-on = со случайной задержкой
computer-remove = убрать последний
bonus-none = без бонусных билетов
starter-lot = по жребию
went-wrong = Что-то пошло не так, владелец бота увидит ошибку. Ничего не потеряно: продолжите командой /hand.
command-moved = Этой команды больше нет в списке Discord: напишите { $command } или нажмите кнопку.
buttons-left-out = Здесь поместились не все кнопки: остальное можно написать командой, см. /help.
admin-only = Это может только тот, кто управляет этим каналом или сервером.
slash-draw = карты
slash-draw-about = Взять карты: открытые или из колоды
slash-claim = занять
slash-claim-about = Занять перегон своими картами
slash-station = станция
slash-station-about = Построить станцию в городе
slash-ticket = билет
slash-ticket-about = Взять билеты или выбрать из предложенных
slash-keep-about = Оставить некоторые из предложенных билетов
slash-pay-about = Доплатить за тоннель
slash-undo = отменить
slash-undo-about = Взять последний ход назад или спросить остальных
slash-decline-about = Отказаться от тоннеля и забрать свои карты
slash-hand = рука
slash-hand-about = Ваши карты, билеты и что можно сделать сейчас
slash-board = поле
slash-board-about = Поле: целиком, крупно или словами
slash-tickets-about = Ваши билеты и можно ли их ещё выполнить
slash-scores = счёт
slash-scores-about = Счёт сейчас или окончательный
slash-log = журнал
slash-log-about = Что произошло в этой игре
slash-games = игры
slash-games-about = Все игры, в которых вы играете
slash-audit-about = Что и когда делали администраторы и создатели игр
slash-record-about = Законченная игра файлом, который может проверить каждый
slash-seal-about = Как перемешиваются карты и как это проверить
slash-rules = правила
slash-rules-about = Правила коротко
slash-help = помощь
slash-help-about = Что здесь можно делать
slash-away = отъезд
slash-away-about = Остановить ваши часы, пока вас нет, например до пятницы
slash-back-about = Сообщить вашим играм, что вы снова здесь
slash-since-about = Что произошло с вашего последнего хода
slash-snooze-about = Отложить напоминание о вашем ходе
slash-settings = настройки
slash-settings-about = Язык, уведомления, подтверждения и тихие часы
slash-why-about = Почему компьютеры так ходили; только после игры
part-page = страница
part-page-about = Номер страницы
slash-variant-about = Выбрать вариант правил
slash-bonus-about = Выбрать бонусные билеты
slash-starter-about = Выбрать, кто начинает
slash-text-about = Поле, город или перегон словами; /text open: свободные перегоны
slash-language-about = Язык ответов вам, а с «here» — язык этого чата
slash-write-about = Попробовать снова писать вам лично
slash-game = игра
slash-game-about = Игра в этом канале
slash-new = новая
slash-new-about = Создать игру в этом чате
slash-practice = тренировка
slash-practice-about = Личная игра против компьютеров, с подсказками
slash-hint-about = В тренировке: как сейчас сходил бы компьютер
slash-review-about = После игры: какие ваши ходы могли быть лучше
slash-join = войти
slash-join-about = Занять место или вернуться на своё
slash-leave = выйти
slash-leave-about = Освободить место; в игре его могут занять
slash-concede = сдаться
slash-concede-about = Выйти из игры насовсем; компьютер доиграет вне итога
slash-start = начать
slash-start-about = Начать игру
slash-computer-about = Добавить компьютер или убрать его
slash-options = условия
slash-options-about = Сменить вариант, первого игрока, время на ход, язык или картинки
slash-abort = прервать
slash-abort-about = Закончить игру без результата; её можно восстановить в течение суток
slash-restore = восстановить
slash-restore-about = Восстановить прерванную здесь игру
slash-rematch-about = Ещё одна игра: те же люди, настройки и компьютеры
slash-clock-about = Показать время на ход или предложить другое
slash-pause-about = Предложить остановить все часы
slash-resume-about = Предложить продолжить после паузы
slash-end-about = Предложить закончить игру сейчас и подсчитать очки
slash-vote-about = Ответить на вопрос ко всем или показать его
slash-givetime-about = Дать другому игроку ещё столько времени, сколько длится ход
slash-skip = пропустить
slash-skip-about = Дать компьютеру закончить ход: админ, через сутки любой игрок
slash-replace = заменить
slash-replace-about = Отдать место компьютеру: админ, через сутки любой игрок
slash-rollback = откат
slash-rollback-about = Вернуть игру к концу хода и назвать всем причину: админ
slash-share-about = Получить код, чтобы показать эту игру в другом чате
slash-follow-about = Показать здесь игру другого чата
slash-chatsettings = настройки-чата
slash-chatsettings-about = Как настроен этот чат: игры, язык, время на ход, сообщения, тихие часы
slash-notify-about = Сообщить мне один раз, когда в этом чате создадут новую игру
part-openers = создают
part-openers-about = Кто может создавать игры в этом чате
part-starters = начинают
part-starters-about = Кто может начать игру, созданную в этом чате
part-threads = ветки
part-threads-about = Создавать ли для каждой новой игры свою ветку
part-grouped = вместе
part-grouped-about = Рассказывать ли о ходах компьютеров в сообщении о ходе следующего человека
slash-unfollow-about = Больше не следить за игрой другого чата
slash-link-about = Связать свои учётные записи, чтобы они играли друг за друга
slash-mydata-about = Получить файлом всё, что хранится о вас
slash-forgetme-about = Удалить всё, что хранится о вас
slash-webhook-about = Отправлять ходы этого чата на веб-адрес: админ
part-notify = платформа
part-notify-about = На какой платформе сообщать вам о ходе, если ваши учётные записи связаны
slash-unlink-about = Отделить эту учётную запись от остальных
slash-check-about = Проверить, есть ли у бота нужные права
slash-do = команда
slash-do-about = Любая другая команда, например since, pause или link
part-line = строка
part-line-about = Команда, как её пишут в других чатах, например pause или replace
slash-gameadmin = распорядитель
slash-gameadmin-about = Управление игрой в этом чате, для администраторов
part-card = карта
part-card-about = Открытая карта или из колоды; если не указать, покажу, какие есть
part-route = перегон
part-route-about = Перегон, на который хватает карт, по названию города
part-city = город
part-city-about = Город на любом языке
part-cards = карты
part-cards-about = Чем платить; если не указать и есть выбор, я спрошу
part-sure = точно
part-sure-about = Взять сразу, без вопроса
part-view = вид
part-view-about = Как показать
part-place = место
part-place-about = Словами: описать город или перегон
part-topic = тема
part-topic-about = О чём прочитать
part-language = язык
part-language-about = Язык
part-ping = звать
part-ping-about = Где сообщать, когда ваш ход
part-confirm = переспрашивать
part-confirm-about = Подтверждать ли каждый перегон
part-until = до
part-until-about = До какого дня, например: пятница, 3 дня, 20 марта
part-timezone = пояс
part-timezone-about = Часовой пояс, например Tokyo или UTC+3
part-quiet = тихо
part-quiet-about = Часы без напоминаний, например 22:00-8:00, или off
part-digest = сводка
part-digest-about = Одно сообщение в день вместо уведомления о каждом ходе
part-hints = подсказки
part-hints-about = Подсказки в первой игре
part-title = поле
part-title-about = Поле и вариант
part-thread = ветка
part-thread-about = Создать для игры отдельную ветку
no-threads-for-you = Вы не можете создавать ветки в этом канале. Создайте игру в самом канале или попросите того, кто может.
no-threads-here = Я не могу создать здесь ветку: нужно право «Создавать публичные ветки» в текстовом канале или канале с объявлениями.
no-thread-now = Не удалось открыть здесь ветку для игры.
no-threads-left = Не удалось открыть ветку для игры: на сервере уже столько открытых веток, сколько разрешает Discord. Закройте ненужные или создайте игру в самом канале.
button-open-here = Создать игру здесь
part-color = вагоны
part-color-about = Цвет ваших вагонов
part-word = слово
part-word-about = Ваше слово, от которого тоже зависят карты
part-level = уровень
part-level-about = Как хорошо он играет
part-variant = вариант
part-variant-about = Другой вариант того же поля
part-bonus = бонус
part-bonus-about = Бонусные билеты, если они есть у поля
part-starter = первый
part-starter-about = Кто начинает
part-pictures = картинки
part-pictures-about = Что показывают сообщения в этом чате
part-clock = время
part-clock-about = Сколько может длиться ход
part-away = отсутствие
part-away-about = Сколько дней за игру игрок может отсутствовать
part-player = игрок
part-player-about = Кто; если не указать, тот, кого ждут
pictures-board = всё поле
pictures-closeup = крупный план построенного
pictures-both = поле и крупный план
view-full = поле целиком
view-zoom = крупно
view-legend = обозначения
view-text = словами
view-open = все свободные перегоны, словами
level-random = ходит наугад
level-easy = лёгкий
level-normal = средний
level-hard = сильный

## Права

permissions-missing = Мне нужны права ({ $place }): { $permissions }. Их может дать тот, кто здесь управляет. Игра идёт дальше; проверить снова: /check.
permissions-complete = У меня здесь есть все нужные права.
pictures-refused = Картинки здесь не принимаются: последнее сообщение ушло без картинки. Со следующим я попробую снова.
posts-refused = Но моё последнее сообщение здесь не приняли. Сейчас я пробую снова.
permissions-timed-out = Мне запретили писать в { $place } до { $until }: до этого времени я не могу там писать. Игра идёт дальше, потом я продолжу сам.
topic-closed = Эта тема закрыта, и я не могу здесь писать. Откройте её, сделайте меня администратором с правом «Управление темами» или перейдите в другую тему.
permissions-unknown = У меня нет доступа к этому чату. Проверьте, что я в нём состою и могу его видеть.
dms-open = Я могу писать вам личные сообщения.
dms-blocked = Я не могу писать вам в личные сообщения, поэтому отвечаю так, чтобы видели только вы. { $platform ->
    [telegram] Чтобы получать личные сообщения, нажмите «Начать» в нашем личном чате.
   *[other] Чтобы получать личные сообщения, разрешите их от участников сервера, а потом попробуйте снова: /settings.
}
dms-retried = Теперь я снова могу писать вам личные сообщения.
button-write-again = Снова попробовать личные сообщения
permission-discord-view-channel = «Просматривать канал»
permission-discord-send-messages = «Отправлять сообщения»
permission-discord-send-messages-in-threads = «Отправлять сообщения в ветках»
permission-discord-attach-files = «Прикреплять файлы»
permission-discord-read-message-history = «Читать историю сообщений»
permission-discord-unlocked-thread = открытая ветка

## Почему компьютер так ходил

why-title = { $round ->
    [0] Выбор начальных билетов, объясняют компьютеры:
   *[other] Круг { $round }, объясняют компьютеры:
}
why-not-yet = Компьютеры объясняют свои ходы только после игры.
why-nothing = В круге { $round } компьютеры не ходили. Всего кругов: { $last }; круг 0 — выбор начальных билетов.
why-no-round = Круга { $round } в этой игре нет. Всего кругов: { $last }; круг 0 — выбор начальных билетов.
why-at-random = { $name }: мой ход — { $move }. Я хожу наугад, и этот ход не хуже других.
why-best-plan = { $name }: мой ход — { $move }. Вместе с остальным это подходило лучше всего.
why-short-tickets = { $name }: мой ход — { $move }. За свои очки они требуют меньше всего вагонов.
why-for-tickets = { $name }: мой ход — { $move }. { $number ->
        [0] Это помогало с моими билетами.
       *[other] Это помогало с билетами: { $tickets }.
    }
why-scarce = { $name }: мой ход — { $move }. { $number ->
        [0] Займи этот путь кто-то другой, объезд был бы долгим.
       *[other] Это помогало с билетами: { $tickets }, а объезд был бы долгим.
    }
why-before-rival = { $name }: мой ход — { $move }, пока этот путь не занял игрок { $rival }.{ $number ->
        [0] {""}
       *[other] {" "}Это помогало с билетами: { $tickets }.
    }
why-in-the-way = { $name }: мой ход — { $move }. Это давало очки, и этот путь наверняка был нужен игроку { $rival }.
why-second-way = { $name }: мой ход — { $move }. Это была часть второго пути между городами билета.
why-for-points = { $name }: мой ход — { $move }. Это давало очки, а карт хватало.
why-last-turn = { $name }: мой ход — { $move }. В последний ход ничто не дало бы больше.
why-card-for-route = { $name }: мой ход — { $move }. { $named ->
        [yes] Карты собирались для перегона { $route }.
       *[no] Карта подходила к остальным.
    }
why-nothing-in-row = { $name }: мой ход — { $move }. { $named ->
        [yes] Открытые карты помогали с перегоном { $route } меньше, чем могла помочь колода.
       *[no] Открытые карты не помогали.
    }
why-more-tickets = { $name }: мой ход — { $move }. С билетами всё было ясно, и оставалось время на новые.
why-tickets-on-the-way = { $name }: мой ход — { $move }. Времени хватало, и новые билеты могли лечь на пути, которые и так были нужны.
why-borrow = { $name }: мой ход — { $move }. Так можно было использовать перегон { $route }{ $number ->
        [0] {""}
       *[other] {" "}для билетов: { $tickets }
    }.
why-pays = { $name }: мой ход — { $move }. Нужен был перегон { $route }, и карт хватало.
why-cannot-pay = { $name }: мой ход — { $move }. На перегон { $route } не хватило карт.
why-nothing-better = { $name }: мой ход — { $move }. Лучшего хода не нашлось.

## Telegram

reminder-in-chat = Игра ждёт вас.
telegram-hello = Я провожу Ticket to Ride в группах. Добавьте меня в группу и напишите там /newgame. Ваши карты и билеты я присылаю сюда. Остальное — в /help.
greeting =
    Привет! Я провожу здесь Ticket to Ride для 2–5 игроков.
    Создайте игру, и все смогут вступить.
button-add-to-group = Добавить меня в группу
button-new = Создать игру
answer-for = { $name }: нажмите «Показать ответ», чтобы увидеть мой ответ; его видите только вы. Потом выберите цифрой.
answer-for-plain = { $name }: нажмите «Показать ответ», чтобы увидеть мой ответ. Его видите только вы.
answer-for-player = { $name }: карты и билеты придут в наш личный чат. Нажмите «Личный чат», затем «Запустить».
trace-private = { $name }: ответ — в нашем личном чате.
trace-open = { $name }: ответ — чуть выше в этом чате.
trace-post = { $name }: чтобы увидеть ответ, нажмите «Показать ответ» выше.
choose-below = Нужно выбрать из нескольких. Нажмите «Показать ответ» под моим последним сообщением для вас: там есть цифры.
alert-more = … Нажмите ещё раз.
tickets-by-place = { $name }: нажмите «Показать ответ», чтобы увидеть свои билеты; их видите только вы. Потом выберите, какие оставить: цифры — это места в том списке.
button-answer = Показать ответ
button-private = Личный чат
button-options = Настройки игры
not-for-you = Этот ответ для другого человека.
cut-short = Меня прервали, пока я это делал. Проверьте, сделано ли это, прежде чем просить снова.
secret-in-group = { $command ->
    [plan] Здесь все увидят ваш план. Напишите его в личном чате со мной или отправьте /plan без слов: его кнопки ничего не выдают.
   *[other] Здесь все увидят, какие билеты вы оставляете. Лучше /ticket: его кнопки ничего не выдают.
}
write-under-own-name = Чтобы играть, пишите от своего имени: так мне не видно, кто пишет.
anonymous-cannot-sit = Анонимный администратор не может играть и менять настройки. Сделайте это под своим именем.
group-admin-only = Только администраторы группы могут использовать /gameadmin { $commands }.
which-game = Во что сыграем?
which-game-alone = В какую игру сыграем здесь, против компьютеров? Чтобы играть с другими людьми, добавьте меня в группу и напишите там /newgame.
which-of-yours = О какой из ваших игр речь?
what-to-do = Что вы хотите сделать с игрой?
permission-telegram-send-messages = «Отправка сообщений»
permission-telegram-send-photos = «Отправка фотографий»

## Поле в Telegram и Discord

button-open-board = Открыть поле
app-refused = Не могу понять, кто вы. Закройте это поле и откройте его из чата ещё раз.
app-unknown = Такой игры нет, или вам её нельзя видеть.
app-new-in-chat = Новую игру создают в том чате, где в неё хотят играть.
activity-off = Здесь поле открыть нельзя. Спросите владельца бота, включена ли активность.

## The local page

page-outdated = Эта страница устарела. Обновите её.
page-reload = Обновите страницу и выберите имя.
page-name-first = Сначала выберите имя.
page-channel-first = Сначала выберите канал.
page-name-taken = Имя { $name } занято. Выберите другое.
page-name-wrong = В имени должно быть от 1 до { $most } букв или цифр.
page-name-mine = Это моё имя. Выберите другое.
page-name-played = Под этим именем вы играете. Его можно сменить, когда ваши игры закончатся.
page-title-wrong = В названии канала должно быть от 1 до { $most } символов.
page-tab-refused = Эта вкладка не может подключиться. Закройте её и откройте новую.
page-full = Здесь слишком много людей. Попробуйте позже.
page-names-enough = Сегодня из вашей сети пришло слишком много людей. Попробуйте позже.
page-no-channel = Такого канала нет. Выберите канал из списка.
page-channels-full = Каналов уже { $count }, больше открыть нельзя. Выберите один из них.
page-opened-enough = Вы уже открыли каналов: { $count }. Выберите один из них.

## Слова самой страницы. Что стоит в { $скобках }, вставляет страница.

ui-aborted = Игра прервана.
ui-aborted-hands = Игра прервана, и её можно восстановить, поэтому карты и билеты не раскрываются.
ui-all-routes = Все перегоны
ui-all-taken = Все места заняты.
ui-all-tickets = Билеты
ui-answer = Ответ для вас
ui-any-color = любой один цвет
ui-app-games = Ваши игры
ui-app-no-games = Вы сейчас не играете. Создайте игру в группе или канале или вступите в открытую.
ui-app-outside = Это поле открывается в Telegram и Discord. Откройте его там, из игры.
ui-ask-undo = Спросить
ui-app-silent = { $host } не говорит, кто вы.
ui-app-waiting = Жду, пока { $host } скажет, кто вы…
ui-back-to-table = К столу
ui-bell-title = Звук, когда мой ход
ui-board = Поле
ui-board-label = Поле. Занято перегонов: { $count }. То же самое можно сделать в списке перегонов.
ui-board-missing = Поле не загрузилось. Чат работает и без него.
ui-build = Построить станцию
ui-can-pay = Могу оплатить
ui-cancel = Отмена
ui-change-name = Сменить имя
ui-channel-name = Название нового канала
ui-channels = Каналы
ui-chart = Очки по ходам
ui-checking = Проверяю соединение…
ui-choose = Ваш выбор
ui-choose-tickets = Выберите билеты, которые оставите: хотя бы { $least }.
ui-cities = Города
ui-city = Город
ui-claim = Занять
ui-claim-after = Следующий перегон
ui-claim-before = Предыдущий перегон
ui-close = Закрыть
ui-close-answer = Закрыть ответ
ui-closed = Закрыт: другая сторона занята
ui-color = Цвет
ui-come-back = Вернуться
ui-computers = Компьютерные игроки
ui-connecting = Соединяюсь…
ui-continue = Дальше
ui-copied = Скопировано
ui-copy-link = Скопировать ссылку
ui-costs = Цена
ui-create = Создать
ui-deck = колода
ui-decline = Отказаться от тоннеля
ui-details = Подробности
ui-done = Готово.
ui-draw-deck = Взять карту из колоды.
ui-draw-tickets = Взять билеты.
ui-each-tab = Каждая вкладка — отдельный человек. Чтобы добавить игрока, откройте ещё одну.
ui-every-color = Любой цвет
ui-every-length = Любая длина
ui-fact-cards = Карты
ui-fact-points = Очки
ui-fact-stations = Осталось станций
ui-fact-tickets = Билеты
ui-fact-trains = Осталось вагонов
ui-farther = Мельче
ui-ferry = паром, локомотивов: { $count }
ui-for-tickets = для моих билетов
ui-game = Игра
ui-gray = серый
ui-hands = Карты и билеты
ui-join = Вступить
ui-keep = Оставить: { $count }
ui-last-round = Это последний круг.
ui-leave = Выйти
ui-length = Длина
ui-level = Сила компьютеров
ui-line = Сообщение или команда
ui-line-hint = Сообщение или / команда
ui-lobby-hint = Другие в этом канале смогут вступить.
ui-menu = Меню
ui-menu-abort = Прервать игру
ui-menu-audit = Что делали администраторы
ui-menu-away = Меня не будет
ui-menu-back = Я снова здесь
ui-menu-chatsettings = Настройки канала
ui-menu-check = Проверить права бота
ui-menu-clock = Время на ход
ui-menu-follow = Показать игру из другого чата
ui-menu-forgetme = Удалить мои данные
ui-menu-games = Мои игры
ui-menu-givetime = Дать время
ui-menu-help = Помощь
ui-menu-hint = Подсказка
ui-menu-join = Занять место
ui-menu-leaderboard = Таблица лидеров
ui-menu-leave = Освободить место
ui-menu-concede = Сдаться
ui-menu-link = Связать учётные записи
ui-menu-log = Журнал
ui-menu-mydata = Скачать мои данные
ui-menu-notify = Сообщить о следующей игре
ui-menu-of-channel = Этот канал
ui-menu-of-game = Игра
ui-menu-of-look-back = История
ui-menu-of-me = Для меня
ui-menu-pause = Приостановить игру
ui-menu-end = Закончить игру досрочно
ui-menu-plan = Запланировать ход
ui-menu-practice = Тренировочная игра
ui-menu-record = Запись игры
ui-menu-replace = Заменить игрока компьютером
ui-menu-restore = Восстановить игру
ui-menu-resume = Продолжить игру
ui-menu-review = Разбор моей игры
ui-menu-rollback = Вернуть игру назад
ui-menu-rules = Правила
ui-menu-scores = Счёт
ui-menu-seal = Как сдаются карты
ui-menu-settings = Настройки
ui-menu-share = Пригласить другой чат
ui-menu-since = С моего прошлого хода
ui-menu-skip = Пусть компьютер закончит ход
ui-menu-snooze = Напомнить позже
ui-menu-stats = Моя статистика
ui-menu-tickets = Мои билеты на картинке
ui-menu-undo = Отменить ход
ui-menu-unfollow = Больше не показывать игру
ui-menu-unlink = Разделить учётные записи
ui-menu-vote = Голосование
ui-menu-webhook = Отправлять ходы на веб-адрес
ui-menu-why = Объяснить ходы компьютеров
ui-missing = Не хватает карт: { $count }
ui-my-cards = Мои карты
ui-my-tickets = Мои билеты
ui-near = Рядом
ui-nearer = Крупнее
ui-new = новое
ui-new-channel = Новый канал
ui-new-game = Новая игра
ui-newer = Новые сообщения ↓
ui-no-channel = Такого канала больше нет.
ui-no-cards = Карт нет
ui-no-cards-left = У вас не останется карт.
ui-not-known = Связь прервалась, и неизвестно, сделано ли это. Посмотрите на стол, прежде чем повторить.
ui-not-now = Можно в свой ход.
ui-notice-turn = Ваш ход
ui-notify-me = Сообщать мне о моём ходе
ui-older = Более ранние сообщения ↑
ui-only-you = Это видите только вы
ui-open-lobby = Создать игру
ui-or-continue = Или продолжить как
ui-other-side = Другая сторона двойного перегона
ui-over = Игра окончена. Победа: { $who }
ui-own = Моя рука
ui-owned-by = Занят: { $who }
ui-panel = Ваша рука, её видите только вы
ui-pause = Пауза
ui-paused = Игра на паузе.
ui-pay = Заплатить
ui-payable = Карт хватает
ui-payment = Чем платить
ui-picture = Картинка
ui-picture-larger = Показать крупнее
ui-picture-missing = Этой картинки больше нет.
ui-picture-whole = Показать всё поле
ui-place = Место
ui-play = Воспроизвести
ui-play-again = Ещё раз
ui-rematch = Реванш
ui-play-now = Играть с компьютером сейчас
ui-played-for-me = За вас играет компьютер.
ui-play-computer = Играть с компьютером
ui-players = Игроки
ui-players-exactly = Игроков: { $most }
ui-players-needed = Игроков: { $least }–{ $most }
ui-reconnecting = Соединяюсь снова…
ui-replay = Повтор
ui-replay-end = Конец игры
ui-replay-start = Начало игры
ui-replay-this = Повтор этой игры
ui-replay-turn = Ход { $count }: { $who }
ui-replay-unreachable = Повтор не загружается. Обновите страницу.
ui-routes = Перегоны
ui-row = Открытые карты и колоды
ui-score-globetrotter = Globetrotter
ui-score-mandala = Мандалы
ui-score-longest-path = Длинный путь
ui-score-routes = Перегоны
ui-score-sheet = Итоговый счёт
ui-score-stations = Станции
ui-score-tickets = Билеты
ui-second-card = Ваш ход: возьмите вторую карту.
ui-send = Отправить
ui-sending = Отправляю…
ui-settle-tunnel = Тоннель требует доплаты: заплатите или откажитесь.
ui-share-replay = Поделиться повтором
ui-show = Показать
ui-show-hand = Карты
ui-show-tickets = Билеты
ui-slot = Взять открытую карту { $place }: { $cards }
ui-slot-empty = Пустое место
ui-spaces = длина { $count }
ui-speed = Скорость
ui-start = Начать
ui-start-hint = Игра начнётся сразу.
ui-station-of = Станция:
ui-still-open = Свободные
ui-suggestions = Подсказки
ui-sure-undo = Чтобы отменить ваш последний ход, нужно согласие остальных. Спросить их?
ui-take-over = Занять место
ui-take-turn = Ваш ход: возьмите карты или билеты, нажмите на перегон или город.
ui-then-left = Карты, которые останутся:
ui-ticket-cut-off = уже не выполнить
ui-ticket-deck = билеты
ui-ticket-done = выполнен
ui-ticket-mandala = мандала
ui-ticket-missed = не выполнен
ui-ticket-needs = нужно вагонов: { $count }
ui-ticket-open = ещё не выполнен
ui-too-few-trains = Не хватает вагонов
ui-total = Всего
ui-trains-left = Останется вагонов: { $count }
ui-try-again = Попробовать снова
ui-tunnel = тоннель
ui-tunnel-laid = Положено:
ui-tunnel-owed = осталось доплатить карт: { $count }
ui-tunnel-revealed = Открыто:
ui-turn = Ход
ui-turn-after = Следующий ход
ui-turn-before = Предыдущий ход
ui-undo = Отменить мой ход
ui-until = до { $time }
ui-variant = Вариант
ui-view-channels = Каналы
ui-view-chat = Чат
ui-view-more = Ещё
ui-view-panel = Рука
ui-view-routes = Перегоны
ui-view-table = Стол
ui-views = Разделы
ui-vote-no = Нет
ui-vote-yes = Да
ui-waiting-for = Ждём: { $who }.
ui-waiting-here = решает
ui-watching = Вы смотрите игру.
ui-who-are-you = Как вас зовут?
ui-whole-board = Всё поле
ui-worth = очков: { $count }
ui-your-name = Ваше имя
ui-your-turn = ваш ход
